import { localeOf, useLanguage, usePhrases } from '../../lib/i18n.ts'
import type { PasswordRule } from './password-rules.ts'
import { accountPhrases } from './phrases.ts'

/** Returns a function that joins rules into a list: "a letter, a digit and a symbol". */
export function useRuleList(): (rules: PasswordRule[]) => string {
  const t = usePhrases(accountPhrases)
  const [language] = useLanguage()
  const list = new Intl.ListFormat(localeOf(language), { type: 'conjunction' })
  return (rules) => list.format(rules.map((rule) => t(rule)))
}
