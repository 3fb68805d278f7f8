import { CheckCircleFilled, MinusCircleOutlined } from '@ant-design/icons'
import { usePhrases } from '../../lib/i18n.ts'
import { brokenRules, PASSWORD_RULES, type PasswordRule } from './password-rules.ts'
import { accountPhrases } from './phrases.ts'
import { useRuleList } from './use-rule-list.ts'

const RULES = Object.keys(PASSWORD_RULES) as PasswordRule[]

/** Shows which rules a new password meets while the user types. Screen readers announce only the unmet rules. */
export function PasswordRules({ text }: { text: string }) {
  const t = usePhrases(accountPhrases)
  const listed = useRuleList()
  const broken = brokenRules(text)
  return (
    <>
      <ul className="t-rules">
        {RULES.map((rule) => {
          const isMet = !broken.includes(rule)
          return (
            <li key={rule} data-kept={isMet}>
              <span aria-hidden="true">{isMet ? <CheckCircleFilled /> : <MinusCircleOutlined />}</span>
              {t(rule)}
              <span className="t-visually-hidden">{t(isMet ? 'ruleKept' : 'ruleBroken')}</span>
            </li>
          )
        })}
      </ul>
      <p className="t-visually-hidden" role="status">
        {text !== '' && (broken.length === 0 ? t('rulesKept') : t('rulesMissing', { rules: listed(broken) }))}
      </p>
    </>
  )
}
