import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { type LogHead, logHeadText } from '@tessera/contract'
import { CHAIN_START, type ChainEntry, nextEntry } from '../hash-chain.ts'
import { writePlatformLogHeader } from '../platform-log.ts'

const START = Date.parse('2026-11-21T10:00:00Z')
const pem = (key: KeyObject) => String(key.export({ type: 'spki', format: 'pem' }))
const headOf = ({ seq, hash }: ChainEntry): LogHead => ({ seq, hash })

export function chainOf(entries: [kind: string, data: Record<string, unknown>][], secondsApart = 60): ChainEntry[] {
  const chain: ChainEntry[] = []
  for (const [index, [kind, data]] of entries.entries()) {
    const time = new Date(START + index * secondsApart * 1_000)
    chain.push(nextEntry(chain.at(-1) ?? CHAIN_START, kind, data, time))
  }
  return chain
}

/** A platform's log and an edge's that saw it twice, each with the other's signed heads, as they are on disk. */
export function buildLogs() {
  const platformKey = generateKeyPairSync('ed25519')
  const edgeKey = generateKeyPairSync('ed25519')
  const linkPublicKey = pem(edgeKey.publicKey)
  const jwk = { ...platformKey.publicKey.export({ format: 'jwk' }), kid: 'k1' }
  const signWith = (key: KeyObject) => (text: string) => sign(null, Buffer.from(text), key).toString('base64url')
  const linkKeyHash = createHash('sha256').update(linkPublicKey).digest('hex')

  const platform = chainOf([
    ['account.registered', { userId: 'u1' }],
    ['party.created', { partyId: '1001', name: '第一医院' }],
    ['edge.enrolled', { partyId: '1001', linkKeyHash }],
    ...Array.from({ length: 9 }, (_none, n): [string, object] => ['task.created', { taskId: `t${n}` }]),
  ] as [string, Record<string, unknown>][])
  const [seen4, seen8] = [platform[3], platform[7]] as [ChainEntry, ChainEntry]
  const edge = chainOf(
    [
      ['enrolled', { partyId: '1001', platform: 'http://platform.example' }],
      ['platform-head', { ...headOf(seen4) }],
      ['ticket-signed', { taskId: 't0', columns: ['年龄'] }],
      ['ticket-signed', { taskId: 't1', columns: ['age'] }],
      ['platform-head', { ...headOf(seen8) }],
      ['run', { runId: 'r1' }],
    ],
    90,
  )
  const signedByPlatform = (entry: ChainEntry) => {
    const head = headOf(entry)
    return { head, signature: signWith(platformKey.privateKey)(logHeadText(head)) }
  }
  const signedByEdge = { head: headOf(seen8), signature: signWith(edgeKey.privateKey)(logHeadText(headOf(seen8))) }

  return {
    platform,
    edge,
    jwk,
    linkPublicKey,
    linkPrivateKey: String(edgeKey.privateKey.export({ type: 'pkcs8', format: 'pem' })),
    countersigned: [edge[1], edge[4]].map((entry) => JSON.stringify(signedByPlatform(entry as ChainEntry))),
    /** The export, a line each, of this chain and with these fields of its head. */
    exportOf(chain: ChainEntry[], fields: object = {}, key = platformKey.privateKey): string[] {
      const header = {
        tessera: 'platform-log' as const,
        format: 1 as const,
        exportTime: '2026-11-21T12:00:00.000Z',
        head: headOf(chain.at(-1) as ChainEntry),
        signingKeys: [jwk],
        edges: [
          {
            partyId: '1001',
            linkPublicKey,
            countersigned: signedByEdge,
            logHead: headOf(edge[4] as ChainEntry),
            hasRewoundLog: false,
          },
        ],
        ...fields,
      }
      return [writePlatformLogHeader(header, signWith(key)), ...chain.map((entry) => JSON.stringify(entry))]
    },
  }
}
export type Logs = ReturnType<typeof buildLogs>
