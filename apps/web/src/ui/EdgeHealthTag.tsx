import type { Party } from '@tessera/contract'
import { useEdgeHealth } from '../lib/edge-health.ts'
import { usePhrases } from '../lib/i18n.ts'
import { uiPhrases } from './phrases.ts'
import { StatusTag } from './StatusTag.tsx'

const tones = { unknown: 'neutral', ok: 'success', failed: 'error' } as const

/** Shows whether a party's edge answers this browser, as symbol, word and colour. */
export function EdgeHealthTag({ party }: { party: Pick<Party, 'id' | 'edgeUrl'> }) {
  const t = usePhrases(uiPhrases)
  const { health } = useEdgeHealth(party)
  return <StatusTag tone={tones[health]} text={t(party.edgeUrl ? `edge.${health}` : 'edge.none')} />
}
