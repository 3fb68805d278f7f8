import type { Party } from '@tessera/contract'
import { modelPage } from '../../lib/frame-channel.ts'
import { usePhrases } from '../../lib/i18n.ts'
import { EdgeFrame } from '../../ui/EdgeFrame.tsx'
import { useThemeMode } from '../../ui/theme-mode.ts'
import { phrases } from './phrases.ts'

interface Props {
  /** The id of a model of the user's party. */
  modelId: string
  /** The user's own party, which has an edge. */
  party: Party & { edgeUrl: string }
  onKept: (inferenceId: string) => void
}

/** Predicts with a model on a page of the party's edge. The console receives neither the input nor the prediction. */
export function ModelFrame({ modelId, party, onKept }: Props) {
  const t = usePhrases(phrases)
  const [theme] = useThemeMode()
  return (
    <EdgeFrame
      key={modelId}
      title={t('once.frame')}
      address={modelPage(party.edgeUrl, modelId, { theme })}
      party={party}
      onSay={(message) => message.say === 'kept' && onKept(message.inferenceId)}
    />
  )
}
