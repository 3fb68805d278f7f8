import type { Party } from '@tessera/contract'
import { inferencePage } from '../../lib/frame-channel.ts'
import { usePhrases } from '../../lib/i18n.ts'
import { useHistoryStep } from '../../lib/navigation.ts'
import { EdgeFrame } from '../../ui/EdgeFrame.tsx'
import { useThemeMode } from '../../ui/theme-mode.ts'
import { phrases } from './phrases.ts'

interface Props {
  id: string
  /** The user's own party, which has an edge. */
  party: Party & { edgeUrl: string }
  onDeleted: () => void
}

/** Shows an inference task on a page of the party's edge. The console receives neither the input nor the result. */
export function InferenceFrame({ id, party, onDeleted }: Props) {
  const t = usePhrases(phrases)
  const [theme] = useThemeMode()
  const step = useHistoryStep()
  return (
    <EdgeFrame
      title={t('task.frame')}
      address={inferencePage(party.edgeUrl, id, { theme, step })}
      party={party}
      onSay={(message) => message.say === 'deleted' && onDeleted()}
    />
  )
}
