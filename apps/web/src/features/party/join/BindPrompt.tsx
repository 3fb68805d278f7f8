import { usePhrases } from '../../../lib/i18n.ts'
import { paths } from '../../../lib/paths.ts'
import { AppLink } from '../../../ui/index.ts'
import { partyPhrases } from '../phrases.ts'

/** Tells guests what a party offers. */
export function BindPrompt() {
  const t = usePhrases(partyPhrases)
  return (
    <aside className="t-prompt">
      <div>
        <strong>{t('bindPromptTitle')}</strong>
        <p className="t-soft">{t('bindPrompt')}</p>
      </div>
      <AppLink to={paths.bind()} className="t-button-link">
        {t('bindNow')}
      </AppLink>
    </aside>
  )
}
