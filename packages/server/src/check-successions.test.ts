import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { HANDOVER_HOURS, HANDOVER_TYPE } from '@tessera/contract'
import { expect, test } from 'vitest'
import { checkSuccessions } from './check-successions.ts'
import { sha256 } from './hash-chain.ts'

const pem = (key: KeyObject) => String(key.export({ type: 'spki', format: 'pem' }))
const [before, other, next] = [0, 1, 2].map(() => generateKeyPairSync('ed25519')) as [Pair, Pair, Pair]
type Pair = ReturnType<typeof generateKeyPairSync>
const hashOf = ({ publicKey }: Pair) => sha256(pem(publicKey as never))
const edgeUrl = 'https://new.hospital.example'
const TIME = '2026-11-21T10:00:00.000Z'
const NOW = Date.parse(TIME) / 1_000

const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
function word({
  by = before,
  typ = HANDOVER_TYPE,
  ...more
}: {
  by?: Pair
  typ?: string
  [claim: string]: unknown
} = {}) {
  const times = { iat: NOW - 60, exp: NOW + 3_600 }
  const claims = { partyId: '1001', from: hashOf(before), to: hashOf(next), edgeUrl, ...times, ...more }
  const text = `${encoded({ alg: 'EdDSA', typ })}.${encoded(claims)}`
  return `${text}.${sign(null, Buffer.from(text), by.privateKey as never).toString('base64url')}`
}
const entry = (data: object, line = 7) => ({
  line,
  entry: {
    seq: line - 2,
    time: TIME,
    kind: 'edge.enrolled',
    previous: '',
    hash: '',
    data: { partyId: '1001', edgeUrl, linkKeyHash: hashOf(next), ...data },
  },
})
const succession = (data: object, { wasRevoked = false, line = 7 } = {}) => ({
  before: hashOf(before),
  wasRevoked,
  placed: entry(data, line),
})
const check = (data: object, wasRevoked = false) => checkSuccessions('p.jsonl', [succession(data, { wasRevoked })])
const followsKey = pem(before.publicKey as never)
const right = () => ({ follows: hashOf(before), followsKey, handover: word() })

test('accepts the successor of an edge that has approved it or was revoked before', () => {
  expect(check(right())).toEqual([])
  expect(check({ follows: hashOf(before), afterRevocation: true }, true)).toEqual([])
})

test.each<[string, object, string]>([
  ['without an approval', {}, 'without that edge’s approval'],
  ['with only the key of its predecessor', { follows: hashOf(before) }, 'without that edge’s approval'],
  ['after a revocation that never was', { afterRevocation: true }, 'which no entry revoked'],
  ['with an approval without the key that signed it', { handover: word() }, 'without that edge’s approval'],
  ['with an approval signed by another key', { ...right(), handover: word({ by: other }) }, 'did not sign'],
  [
    'with an approval signed by another key that is included',
    { handover: word({ by: other, from: hashOf(other) }), followsKey: pem(other.publicKey as never) },
    'was not party 1001’s before',
  ],
  ['with something else that the edge signed', { ...right(), handover: word({ typ: 'JWT' }) }, 'did not sign'],
  ['with an approval for another machine', { ...right(), handover: word({ to: hashOf(other) }) }, 'for something else'],
  ['with an approval of another party', { ...right(), handover: word({ partyId: '1002' }) }, 'for something else'],
  [
    'with an approval for another address',
    { ...right(), handover: word({ edgeUrl: 'https://x.example' }) },
    'for something else',
  ],
  ['with an expired approval', { ...right(), handover: word({ exp: NOW - 1 }) }, 'for something else'],
  [
    'with an approval that is valid for too long',
    { ...right(), handover: word({ iat: NOW - HANDOVER_HOURS * 3_600 - 1, exp: NOW + 9_999_999 }) },
    'for something else',
  ],
  ['with invalid text as approval', { ...right(), handover: 'abc' }, 'did not sign'],
])(
  'reports the successor of an edge as suspicious if it was admitted %s',
  { meta: { claim: 'platform-log.unapproved-edge-replacement' } },
  (_how, data, text) => {
    const faults = check(data)
    expect(faults).toHaveLength(1)
    expect(faults[0]).toContain('p.jsonl, line 7: entry 5 (edge.enrolled')
    expect(faults[0]).toContain(text)
  },
)
