import type { Party } from '@tessera/contract'
import { datasetPage } from '../../lib/frame-channel.ts'
import { usePhrases } from '../../lib/i18n.ts'
import { useHistoryStep } from '../../lib/navigation.ts'
import { EdgeFrame } from '../../ui/EdgeFrame.tsx'
import { useThemeMode } from '../../ui/theme-mode.ts'
import { phrases } from './phrases.ts'

interface Props {
  id: string
  /** The user's own party, which has an edge. */
  party: Party & { edgeUrl: string }
}

/** Shows a dataset of the user's party on a page of the party's edge. The console cannot read the content. */
export function DatasetFrame({ id, party }: Props) {
  const t = usePhrases(phrases)
  const [theme] = useThemeMode()
  const step = useHistoryStep()
  const address = datasetPage(party.edgeUrl, id, { theme, step })
  return <EdgeFrame title={t('detail.frame')} address={address} party={party} />
}
