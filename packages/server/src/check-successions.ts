import { type KeyObject, verify } from 'node:crypto'
import { HANDOVER_HOURS, HANDOVER_TYPE, HandoverClaims } from '@tessera/contract'
import { z } from 'zod'
import { sha256 } from './hash-chain.ts'
import { publicKeyOf } from './platform-log.ts'
import { describeEntry, type PlacedEntry } from './verify-chain.ts'

/** An entry of the platform's log: another edge replaced the edge of a party. */
export interface Succession {
  placed: PlacedEntry
  /** The hash of the previous edge's key. */
  before: string
  /** Whether the log contains a revocation of the previous edge before its replacement. */
  wasRevoked: boolean
}

const Claims = z.object({ ...HandoverClaims.shape, iat: z.number(), exp: z.number() })
const Header = z.object({ alg: z.enum(['EdDSA', 'Ed25519']), typ: z.literal(HANDOVER_TYPE) })

/**
 * Checks that every replaced edge was revoked before or has signed an approval of its successor. Returns a line for
 * each fault.
 */
export function checkSuccessions(name: string, successions: Succession[]): string[] {
  return successions.flatMap((succession) => {
    const wrong = wrongWith(succession)
    return wrong === undefined ? [] : `${name}, ${describeEntry(succession.placed)} ${wrong}`
  })
}

function wrongWith({ placed, before, wasRevoked }: Succession): string | undefined {
  const { data, time } = placed.entry
  const party = String(data.partyId)
  if (wasRevoked) return undefined
  if (data.afterRevocation) return `puts another edge in the place of party ${party}’s, which no entry revoked`
  const { followsKey, handover } = data
  if (typeof followsKey !== 'string' || typeof handover !== 'string')
    return `replaces party ${party}’s edge (key ${before}) by another (key ${data.linkKeyHash}) without that edge’s approval: the platform admitted a machine that the party’s edge never approved. Ask party ${party} whether it is theirs, but not through the platform`
  const key = publicKeyOf(followsKey)
  if (!key || sha256(followsKey) !== before)
    return `contains the approval of an edge that was not party ${party}’s before`
  const claims = readApproval(handover, key)
  if (!claims) return `contains an approval that the edge of party ${party} did not sign`
  const moment = Date.parse(time) / 1_000
  const isInTime = moment <= claims.exp && moment <= claims.iat + HANDOVER_HOURS * 3_600
  const isForIt = claims.partyId === party && claims.from === before && claims.to === data.linkKeyHash
  const isThere = claims.edgeUrl.replace(/\/$/, '') === data.edgeUrl
  return isForIt && isThere && isInTime
    ? undefined
    : `contains an approval that the edge of party ${party} gave for something else`
}

/**
 * Returns the claims of a compact JWS if this key signed it as an approval of a handover. Otherwise returns undefined.
 */
function readApproval(text: string, key: KeyObject): z.infer<typeof Claims> | undefined {
  const [header = '', payload = '', signature = '', ...more] = text.split('.')
  const isSigned = verify(null, Buffer.from(`${header}.${payload}`), key, Buffer.from(signature, 'base64url'))
  if (more.length > 0 || !isSigned || !Header.safeParse(jsonIn(header)).success) return undefined
  return Claims.safeParse(jsonIn(payload)).data
}

function jsonIn(part: string): unknown {
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString('utf8'))
  } catch {
    return undefined
  }
}
