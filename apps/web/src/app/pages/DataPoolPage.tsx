import { usePhrases } from '../../lib/i18n.ts'
import { LaterPage } from '../../ui/index.ts'
import { appPhrases } from '../phrases.ts'

export function DataPoolPage() {
  const t = usePhrases(appPhrases)
  return <LaterPage title="DataPool" note={t('underWay')} />
}
