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

/** What somebody has heard from a party itself: that this is the key of an edge of its own. */
export interface Confirmed {
  partyId: string
  /** The hash of the key. */
  key: string
}

interface Found {
  faults: string[]
  notes: string[]
}

/**
 * One that was not revoked gives way by its own word alone. Platforms of before asked for none, and nothing in a log tells an
 * entry of theirs from one that a platform made past its own check: whoever speaks for the party would be a key that the
 * platform named. So the party is asked, and whoever verifies says what it answered.
 */
export function checkSuccessions(name: string, successions: Succession[], confirmed: Confirmed[] = []): Found {
  const found: Found = { faults: [], notes: [] }
  const needed = new Set<Confirmed>()
  let asksForWords = false
  for (const succession of successions) {
    const { placed, before } = succession
    const { data } = placed.entry
    const [party, key] = [String(data.partyId), String(data.linkKeyHash)]
    const where = `${name}, ${describeEntry(placed)}`
    if (NAMES_A_WORD.some((one) => data[one] !== undefined)) asksForWords = true
    const mayBeOld = !asksForWords && !succession.wasRevoked
    const heard = mayBeOld ? confirmed.find((one) => one.partyId === party && one.key === key) : undefined
    if (heard) needed.add(heard)
    const keys = `another edge (key ${key}) in the place of party ${party}’s (key ${before}) without that one’s word`
    if (heard) found.notes.push(`${where} puts ${keys}: party ${party} has confirmed it, you say`)
    else if (mayBeOld)
      found.faults.push(
        `${where} puts ${keys}: it is of before platforms asked for one, or the platform let in a machine of its own choice. Ask party ${party} itself, and not by way of the platform, whether its edge had that key; if so, verify with --confirmed ${party}:${key}`,
      )
    const wrong = mayBeOld ? undefined : wrongWith(succession)
    if (wrong) found.faults.push(`${where} ${wrong}`)
  }
  for (const one of confirmed.filter((other) => !needed.has(other)))
    found.notes.push(`--confirmed ${one.partyId}:${one.key} is about no entry of ${name} that it could be about`)
  return found
}

/** A platform that asks for words writes one of these with every edge that follows another. */
const NAMES_A_WORD = ['follows', 'followsKey', 'handover', 'afterRevocation']

function wrongWith({ placed, before, wasRevoked }: Succession): string | undefined {
  const { data, time } = placed.entry
  const party = String(data.partyId)
  if (wasRevoked) return undefined
  if (data.afterRevocation) return `puts another edge in the place of party ${party}’s, which no entry revoked`
  const { followsKey, handover } = data
  if (typeof followsKey !== 'string' || typeof handover !== 'string')
    return `puts another edge in the place of party ${party}’s without that one’s word, for which this platform asked by then`
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
