import { LANGUAGES, type Language } from '@tessera/contract'
import { createInstance } from 'i18next'
import { useCallback, useMemo, useSyncExternalStore } from 'react'
import { errorText } from './api-error.ts'

/**
 * Texts of one feature in both languages. `{{name}}` is filled from the params. For English plurals write
 * `rows_one` and `rows_other` and call `t('rows', { count })`.
 */
export interface Phrases<K extends string = string> {
  en: Record<K, string>
  cn: Record<K, string>
}

type Base<K> = K extends `${infer B}_one` ? B : K extends `${infer B}_other` ? B : K

/** Says one text of the phrases it was made for, in the present language. */
export type Translate<K extends string = string> = (key: Base<K>, params?: Record<string, string | number>) => string

const STORAGE_KEY = 'language'

const i18n = createInstance()
void i18n.init({
  lng: stored(),
  fallbackLng: 'cn',
  supportedLngs: [...LANGUAGES],
  resources: {},
  initAsync: false,
  keySeparator: false,
  nsSeparator: false,
  interpolation: { escapeValue: false },
})
// i18next asks Intl for plural rules by language tag; `cn` is not one, and without rules all counts read as "other".
const plural = new Intl.PluralRules('en')
markDocument(getLanguage())

const namespaces = new WeakMap<Phrases, string>()
let nextNamespace = 0

function namespaceOf(phrases: Phrases): string {
  const known = namespaces.get(phrases)
  if (known) return known
  nextNamespace += 1
  const name = `phrases-${nextNamespace}`
  for (const language of LANGUAGES) i18n.addResourceBundle(language, name, phrases[language])
  namespaces.set(phrases, name)
  return name
}

function stored(): Language {
  return localStorage.getItem(STORAGE_KEY) === 'en' ? 'en' : 'cn'
}

function markDocument(language: Language) {
  document.documentElement.lang = language === 'en' ? 'en' : 'zh-CN'
}

/** The present language outside components. */
export function getLanguage(): Language {
  return i18n.language === 'en' ? 'en' : 'cn'
}

/** Switches every text at once and remembers the choice. */
export function setLanguage(language: Language) {
  localStorage.setItem(STORAGE_KEY, language)
  markDocument(language)
  void i18n.changeLanguage(language)
}

/** `[language, setLanguage]`; re-renders on a switch. */
export function useLanguage(): [Language, (language: Language) => void] {
  return [useSyncExternalStore(subscribeLanguage, getLanguage), setLanguage]
}

/** Calls back after a switch; answers how to stop. */
export function subscribeLanguage(listener: () => void): () => void {
  i18n.on('languageChanged', listener)
  return () => i18n.off('languageChanged', listener)
}

/** Translates outside components, in the present language or the given one. */
export function translate<K extends string>(
  phrases: Phrases<K>,
  key: NoInfer<Base<K>>,
  params: Record<string, string | number> = {},
  language: Language = getLanguage(),
): string {
  const table = phrases[language] as Record<string, string>
  const { count } = params
  const form = typeof count === 'number' && !(key in table) ? `${key}_${plural.select(count)}` : key
  // Grouped digits; i18next's own plural handling, keyed on a numeric count, stays out of it.
  const replace = typeof count === 'number' ? { ...params, count: count.toLocaleString('en-US') } : params
  return i18n.t(form, { ns: namespaceOf(phrases), lng: language, replace })
}

/** `const t = usePhrases(phrases)`, then `t('key', params)`: typed by key, follows the language switch. */
export function usePhrases<K extends string>(phrases: Phrases<K>): Translate<K> {
  const [language] = useLanguage()
  return useCallback((key, params) => translate(phrases, key, params, language), [phrases, language])
}

/** `const say = useErrorText()`, then `say(error)`: the error's words in the present language. */
export function useErrorText(): (error: unknown) => string {
  const [language] = useLanguage()
  return useMemo(() => (error: unknown) => errorText(language, error), [language])
}

/** BCP 47 tag for `Intl` and `Accept-Language`. */
export function localeOf(language: Language): string {
  return language === 'en' ? 'en-GB' : 'zh-CN'
}

export type { Language }
