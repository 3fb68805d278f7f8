import { fill, type Language } from '@tessera/contract'
import { useCallback, useMemo, useSyncExternalStore } from 'react'
import { errorText, getErrorTexts, subscribeErrorTexts } from './api-error.ts'

/**
 * Texts of one feature in both languages. `{{name}}` is filled from the params; where a number decides the English words, write
 * `{{rows|# row|# rows}}`. Chinese has one form.
 */
export interface Phrases<K extends string = string> {
  en: Record<K, string>
  cn: Record<K, string>
}

type Params = Record<string, string | number>

/** Says one text of the phrases it was made for, in the present language. */
export type Translate<K extends string = string> = (key: K, params?: Params) => string

const STORAGE_KEY = 'language'

let present: Language = localStorage.getItem(STORAGE_KEY) === 'en' ? 'en' : 'cn'
const listeners = new Set<() => void>()
markDocument()

function markDocument() {
  document.documentElement.lang = present === 'en' ? 'en' : 'zh-CN'
}

/** The present language outside components. */
export function getLanguage(): Language {
  return present
}

/** Switches every text at once and remembers the choice. */
export function setLanguage(language: Language) {
  localStorage.setItem(STORAGE_KEY, language)
  present = language
  markDocument()
  for (const listener of listeners) listener()
}

/** `[language, setLanguage]`; re-renders on a switch. */
export function useLanguage(): [Language, (language: Language) => void] {
  return [useSyncExternalStore(subscribeLanguage, getLanguage), setLanguage]
}

/** Calls back after a switch; answers how to stop. */
export function subscribeLanguage(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Translates outside components, in the present language or the given one. */
export function translate<K extends string>(
  phrases: Phrases<K>,
  key: NoInfer<K>,
  params: Params = {},
  language: Language = present,
): string {
  return fill(
    phrases[language][key],
    Object.fromEntries(Object.entries(params).map(([name, value]) => [name, grouped(value)])),
  )
}

/** Whole numbers with their digits in groups; what else a text takes is written by whoever gives it. */
const grouped = (value: string | number) => (Number.isInteger(value) ? value.toLocaleString('en-US') : value)

/** `const t = usePhrases(phrases)`, then `t('key', params)`: typed by key, follows the language switch. */
export function usePhrases<K extends string>(phrases: Phrases<K>): Translate<K> {
  const [language] = useLanguage()
  return useCallback((key, params) => translate(phrases, key, params, language), [phrases, language])
}

/** `const say = useErrorText()`, then `say(error)`: the error's words in the present language. */
export function useErrorText(): (error: unknown) => string {
  const [language] = useLanguage()
  const texts = useSyncExternalStore(subscribeErrorTexts, getErrorTexts)
  return useMemo(() => (error: unknown) => errorText(language, error, texts), [language, texts])
}

/** BCP 47 tag for `Intl` and `Accept-Language`. */
export function localeOf(language: Language): string {
  return language === 'en' ? 'en-GB' : 'zh-CN'
}

export type { Language }
