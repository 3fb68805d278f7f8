import { CheckCircleFilled, MinusCircleOutlined } from '@ant-design/icons'
import { usePhrases } from '../../lib/i18n.ts'
import { brokenRules, PASSWORD_RULES, type PasswordRule } from './password-rules.ts'
import { accountPhrases } from './phrases.ts'
import { useRuleList } from './use-rule-list.ts'

const RULES = Object.keys(PASSWORD_RULES) as PasswordRule[]

/** The rules of a new password, ticked off while it is typed; what is still needed is read out. */
export function PasswordRules({ text }: { text: string }) {
  const t = usePhrases(accountPhrases)
  const listed = useRuleList()
  const broken = brokenRules(text)
  return (
    <>
      <ul className="t-rules">
        {RULES.map((rule) => {
          const isKept = !broken.includes(rule)
          return (
            <li key={rule} data-kept={isKept}>
              <span aria-hidden="true">{isKept ? <CheckCircleFilled /> : <MinusCircleOutlined />}</span>
              {t(rule)}
              <span className="t-visually-hidden">{t(isKept ? 'ruleKept' : 'ruleBroken')}</span>
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
