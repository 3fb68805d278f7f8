import { localeOf, useLanguage, usePhrases } from '../../lib/i18n.ts'
import type { PasswordRule } from './password-rules.ts'
import { accountPhrases } from './phrases.ts'

/** `const listed = useRuleList()`, then `listed(rules)`: "a letter, a digit and a symbol". */
export function useRuleList(): (rules: PasswordRule[]) => string {
  const t = usePhrases(accountPhrases)
  const [language] = useLanguage()
  const list = new Intl.ListFormat(localeOf(language), { type: 'conjunction' })
  return (rules) => list.format(rules.map((rule) => t(rule)))
}
