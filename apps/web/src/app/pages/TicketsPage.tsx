import { usePhrases } from '../../lib/i18n.ts'
import { LaterPage } from '../../ui/index.ts'
import { appPhrases } from '../phrases.ts'

export function TicketsPage() {
  const t = usePhrases(appPhrases)
  return <LaterPage title="Tickets" note={t('underWay')} />
}
