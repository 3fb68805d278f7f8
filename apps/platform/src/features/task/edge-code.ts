import { type EdgeCode, type ErrorCode, fail, olderSide } from '@tessera/contract'
import { VERSION } from '@tessera/server'
import type { EdgeSight } from '../environment/index.ts'
import { nameOfParty, type PartyRow } from '../party/index.ts'

/** Null where there is nothing to compare: no algorithm chosen, or an edge that was never heard of. */
export function edgeCodeOf(edge: EdgeSight | undefined, codeHash: string | null): EdgeCode | null {
  if (codeHash === null || !edge?.lastSeen) return null
  const { installation } = edge
  return installation?.codes.includes(codeHash) ? 'known' : olderSide(installation?.version ?? null, VERSION)
}

const REFUSALS = {
  'edge-older': 'task.edge-older',
  'platform-older': 'task.platform-older',
  other: 'task.code-differs',
} as const satisfies Record<Exclude<EdgeCode, 'known'>, ErrorCode>

/** Ends the request with which side is to be updated, where the party's edge has other code. */
export function refuseOtherCode(
  edge: EdgeSight | undefined,
  codeHash: string | null,
  party: PartyRow | undefined,
  language: Parameters<typeof nameOfParty>[1],
) {
  const code = edgeCodeOf(edge, codeHash)
  if (code === null || code === 'known') return
  const versions = { edge: edge?.installation?.version ?? '–', platform: VERSION }
  fail(REFUSALS[code], { party: nameOfParty(party, language), ...versions })
}
