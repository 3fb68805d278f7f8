import { usePhrases } from '../../lib/i18n.ts'
import { LaterPage } from '../../ui/index.ts'
import { appPhrases } from '../phrases.ts'

export function SelectPage() {
  const t = usePhrases(appPhrases)
  return <LaterPage title="Select" note={t('underWay')} />
}
