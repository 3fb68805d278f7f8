import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { edgeSubject, type LogHead, logHeadText, PLATFORM_LOG } from '@tessera/contract'
import { CHAIN_START, type ChainEntry, nextEntry, sha256 } from '../hash-chain.ts'
import { writeEdgeHead, writePlatformLogHeader } from '../platform-log.ts'

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

/**
 * Builds the logs of a platform and of an edge that connected to it twice, each with heads signed by the other, in the
 * form in which they are stored.
 */
export function buildLogs() {
  const platformKey = generateKeyPairSync('ed25519')
  const edgeKey = generateKeyPairSync('ed25519')
  const linkPublicKey = pem(edgeKey.publicKey)
  const jwk = { ...platformKey.publicKey.export({ format: 'jwk' }), kid: 'k1' }
  const signWith = (key: KeyObject) => (text: string) => sign(null, Buffer.from(text), key).toString('base64url')
  const linkKeyHash = sha256(linkPublicKey)

  const platform = chainOf([
    ['account.registered', { userId: 'u1' }],
    ['party.created', { partyId: '1001', name: '第一医院' }],
    ['edge.enrolled', { partyId: '1001', linkKeyHash }],
    ...Array.from({ length: 9 }, (_none, n): [string, object] => ['task.created', { taskId: `t${n}` }]),
  ] as [string, Record<string, unknown>][])
  const [seen4, seen8] = [platform[3], platform[7]] as [ChainEntry, ChainEntry]
  const edge = chainOf(
    [
      ['enrolled', { partyId: '1001', platform: 'http://platform.example', keyHash: linkKeyHash }],
      ['platform-head', { ...headOf(seen4) }],
      ['ticket-signed', { taskId: 't0', columns: ['年龄'] }],
      ['ticket-signed', { taskId: 't1', columns: ['age'] }],
      ['platform-head', { ...headOf(seen8) }],
      ['run', { runId: 'r1' }],
    ],
    90,
  )
  const own = edgeSubject('1001')
  const signed = (key: KeyObject, of: string, entry: ChainEntry) => {
    const head = headOf(entry)
    return { head, signature: signWith(key)(logHeadText(of, head)) }
  }
  const stored = (of: string, entry: ChainEntry, time: string) =>
    JSON.stringify({ time, of, by: PLATFORM_LOG, ...signed(platformKey.privateKey, of, entry) })
  const edgeHead = (entry: ChainEntry, key = edgeKey.privateKey) =>
    writeEdgeHead({ partyId: '1001', publicKey: linkPublicKey, time: entry.time, ...signed(key, own, entry) })

  return {
    platform,
    edge,
    jwk,
    linkPublicKey,
    linkPrivateKey: String(edgeKey.privateKey.export({ type: 'pkcs8', format: 'pem' })),
    countersigned: [edge[1], edge[4]].map((entry) => stored(own, entry as ChainEntry, '2026-11-21T10:06:01.000Z')),
    /** Heads of the platform's log as the platform signed them for the edge. */
    platformHeads: [seen4, seen8].map((entry) => stored(PLATFORM_LOG, entry, '2026-11-21T10:08:00.000Z')),
    signed: (of: string, entry: ChainEntry) => signed(platformKey.privateKey, of, entry),
    edgeHead,
    /** Returns the lines of an export with this chain and these fields in its header. */
    exportOf(
      chain: ChainEntry[],
      fields: object = {},
      key = platformKey.privateKey,
      heads = [edgeHead(edge[1] as ChainEntry), edgeHead(edge[4] as ChainEntry)],
    ): string[] {
      const header = {
        tessera: 'platform-log' as const,
        format: 2 as const,
        exportTime: '2026-11-21T12:00:00.000Z',
        head: headOf(chain.at(-1) as ChainEntry),
        signingKeys: [jwk],
        edges: [
          {
            partyId: '1001',
            linkPublicKey,
            countersigned: signed(edgeKey.privateKey, PLATFORM_LOG, seen8),
            hasRewoundLog: false,
          },
        ],
        edgeHeads: { count: heads.length, sha256: sha256(heads.map((line) => `${line}\n`).join('')) },
        ...fields,
      }
      return [writePlatformLogHeader(header, signWith(key)), ...heads, ...chain.map((entry) => JSON.stringify(entry))]
    },
  }
}
export type Logs = ReturnType<typeof buildLogs>
