import { type KeyObject, verify } from 'node:crypto'
import { HANDOVER_HOURS, HANDOVER_TYPE, HandoverClaims } from '@tessera/contract'
import { z } from 'zod'
import { sha256 } from './hash-chain.ts'
import { publicKeyOf } from './platform-log.ts'
import { describeEntry, type PlacedEntry } from './verify-chain.ts'

/** That a party's edge gave way to another, as the platform's log has it. */
export interface Succession {
  placed: PlacedEntry
  /** The hash of the key before. */
  before: string
  /** Whether the log says that the one before was revoked by then. */
  wasRevoked: boolean
}

const Claims = z.object({ ...HandoverClaims.shape, iat: z.number(), exp: z.number() })
const Header = z.object({ alg: z.enum(['EdDSA', 'Ed25519']), typ: z.literal(HANDOVER_TYPE) })

/** One that was not revoked gives way by its own word alone. */
export const checkSuccessions = (name: string, successions: Succession[]): string[] =>
  successions.flatMap((succession) => {
    const wrong = wrongWith(succession)
    return wrong ? [`${name}, ${describeEntry(succession.placed)} ${wrong}`] : []
  })

function wrongWith({ placed, before, wasRevoked }: Succession): string | undefined {
  const { data, time } = placed.entry
  const party = String(data.partyId)
  if (wasRevoked) return undefined
  if (data.afterRevocation) return `puts another edge in the place of party ${party}’s, which no entry revoked`
  const { followsKey, handover } = data
  if (typeof followsKey !== 'string' || typeof handover !== 'string')
    return `puts another edge in the place of party ${party}’s without that one’s word`
  const key = publicKeyOf(followsKey)
  if (!key || sha256(followsKey) !== before) return `has the word of an edge that was not party ${party}’s before`
  const claims = readWord(handover, key)
  if (!claims) return `has a word that the edge of party ${party} did not sign`
  const moment = Date.parse(time) / 1_000
  const isInTime = moment <= claims.exp && moment <= claims.iat + HANDOVER_HOURS * 3_600
  const isForIt = claims.partyId === party && claims.from === before && claims.to === data.linkKeyHash
  const isThere = claims.edgeUrl.replace(/\/$/, '') === data.edgeUrl
  return isForIt && isThere && isInTime
    ? undefined
    : `has a word that the edge of party ${party} gave for something else`
}

/** What a compact JWS says, if this key signed it as a word of hand-over. */
function readWord(text: string, key: KeyObject): z.infer<typeof Claims> | undefined {
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
