import { fill, type Language } from '@tessera/contract'
import { useCallback, useMemo, useSyncExternalStore } from 'react'
import { errorText, getErrorTexts, subscribeErrorTexts } from './api-error.ts'

/**
 * The texts of a feature in both languages. `{{name}}` is replaced by a parameter. English plurals are written
 * `{{rows|# row|# rows}}`; Chinese has one form.
 */
export interface Phrases<K extends string = string> {
  en: Record<K, string>
  cn: Record<K, string>
}

type Params = Record<string, string | number>

/** Returns the text for a key in the current language. */
export type Translate<K extends string = string> = (key: K, params?: Params) => string

const STORAGE_KEY = 'language'

let present: Language = localStorage.getItem(STORAGE_KEY) === 'en' ? 'en' : 'cn'
const listeners = new Set<() => void>()
markDocument()

function markDocument() {
  document.documentElement.lang = present === 'en' ? 'en' : 'zh-CN'
}

/** Returns the current language, for code outside components. */
export function getLanguage(): Language {
  return present
}

/** Switches all texts to a language and stores the choice. */
export function setLanguage(language: Language) {
  localStorage.setItem(STORAGE_KEY, language)
  present = language
  markDocument()
  for (const listener of listeners) listener()
}

/** Returns `[language, setLanguage]` and re-renders the component after a switch. */
export function useLanguage(): [Language, (language: Language) => void] {
  return [useSyncExternalStore(subscribeLanguage, getLanguage), setLanguage]
}

/** Registers a callback for a switch of the language. Returns a function that unregisters the callback. */
export function subscribeLanguage(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Translates outside components, into the current or the given language. */
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

/** Groups the digits of integers. The caller formats other values. */
const grouped = (value: string | number) => (Number.isInteger(value) ? value.toLocaleString('en-US') : value)

/** Returns a typed translator that follows the language: `const t = usePhrases(phrases)`, then `t('key', params)`. */
export function usePhrases<K extends string>(phrases: Phrases<K>): Translate<K> {
  const [language] = useLanguage()
  return useCallback((key, params) => translate(phrases, key, params, language), [phrases, language])
}

/**
 * Returns a function for the text of an error in the current language: `const say = useErrorText()`, then `say(error)`.
 */
export function useErrorText(): (error: unknown) => string {
  const [language] = useLanguage()
  const texts = useSyncExternalStore(subscribeErrorTexts, getErrorTexts)
  return useMemo(() => (error: unknown) => errorText(language, error, texts), [language, texts])
}

/** Returns the BCP 47 tag for `Intl` and `Accept-Language`. */
export function localeOf(language: Language): string {
  return language === 'en' ? 'en-GB' : 'zh-CN'
}

export type { Language }
