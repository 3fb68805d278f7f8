import { type EdgeCode, type ErrorCode, fail, olderSide } from '@tessera/contract'
import { VERSION } from '@tessera/server'
import type { EdgePresence } from '../environment/index.ts'
import { nameOfParty, type PartyRow } from '../party/index.ts'

/**
 * Compares an edge's installed code with the algorithm's code. Returns null if no algorithm is chosen or the edge has
 * never connected.
 */
export function edgeCodeOf(edge: EdgePresence | undefined, codeHash: string | null): EdgeCode | null {
  if (codeHash === null || !edge?.installation) return null
  const { codes, version } = edge.installation
  return codes.includes(codeHash) ? 'known' : olderSide(version, VERSION)
}

const REFUSALS = {
  'edge-older': 'task.edge-older',
  'platform-older': 'task.platform-older',
  other: 'task.code-differs',
} as const satisfies Record<Exclude<EdgeCode, 'known'>, ErrorCode>

/** Fails if the party's edge has other code than the platform. The error names the side that must be updated. */
export function refuseOtherCode(
  edge: EdgePresence | undefined,
  codeHash: string | null,
  party: PartyRow | undefined,
  language: Parameters<typeof nameOfParty>[1],
) {
  const code = edgeCodeOf(edge, codeHash)
  if (code === null || code === 'known') return
  const versions = { edge: edge?.installation?.version ?? '–', platform: VERSION }
  fail(REFUSALS[code], { party: nameOfParty(party, language), ...versions })
}
