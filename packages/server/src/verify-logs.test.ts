import { generateKeyPairSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { CHAIN_START, type ChainEntry, nextEntry } from './hash-chain.ts'
import { buildLogs, type Logs } from './testing/logs.ts'
import { verifyLogs } from './verify-logs.ts'

async function* linesOf(lines: string[]) {
  yield* lines
}

const logs = buildLogs()
const exported = logs.exportOf(logs.platform)
const decisions = logs.edge.map((entry) => JSON.stringify(entry))

const check = (platform: string[] | null, edge: string[] | null, more: object = {}) =>
  verifyLogs(
    platform ? { name: 'p.jsonl', lines: linesOf(platform) } : undefined,
    edge
      ? [
          {
            name: 'e.jsonl',
            entries: linesOf(edge),
            countersigned: logs.countersigned,
            platformKeys: [logs.jwk],
            linkPublicKey: logs.linkPrivateKey,
            ...more,
          },
        ]
      : [],
  )

/** Changes an entry and writes a matching hash, but leaves the later entries unchanged. */
function rehashed(entry: ChainEntry, data: Record<string, unknown>): ChainEntry {
  return nextEntry({ seq: entry.seq - 1, hash: entry.previous }, entry.kind, data, new Date(entry.time))
}
/** Rewrites all entries from number `seq` on, so that the chain is intact again. */
function rewritten(chain: ChainEntry[], seq: number): ChainEntry[] {
  const forged: ChainEntry[] = []
  for (const { kind, data, time, seq: at } of chain) {
    const changed = at === seq ? { ...data, forged: true } : data
    forged.push(nextEntry(forged.at(-1) ?? CHAIN_START, kind, changed, new Date(time)))
  }
  return forged
}
const text = (entry: ChainEntry) => JSON.stringify(entry)
const at = (seq: number) => logs.platform[seq - 1] as ChainEntry
/** Number of lines before the first entry of the export: its header, and two heads that the edge signed. */
const AHEAD = 3
const replaced = (seq: number, by: string[]) => exported.toSpliced(seq + AHEAD - 1, 1, ...by)

test('accepts unchanged logs of platform and edge, together and separately', async () => {
  const whole = await check(exported, decisions)
  expect(whole).toEqual({
    faults: [],
    notes: [],
    read: [
      'p.jsonl: 12 entries of the platform, exported 2026-11-21T12:00:00.000Z',
      'e.jsonl: 6 entries of the edge of party 1001',
    ],
  })
  expect((await check(exported, null)).faults).toEqual([])
  expect((await check(null, decisions)).faults).toEqual([])
})

test.each([
  [
    'a word altered',
    exported.map((line) => line.replace('"taskId":"t3"', '"taskId":"tX"')),
    'p.jsonl, line 10: entry 7 (task.created, 2026-11-21T10:06:00.000Z) was altered: it does not give its own hash',
  ],
  [
    'a field that the hash does not cover',
    replaced(4, [text({ ...at(4), note: 'x' } as never)]),
    'p.jsonl, line 7: cannot be read as an entry, where entry 4 should be: it was altered or cut',
  ],
  [
    'a time in another format',
    replaced(4, [text({ ...at(4), time: at(4).time.replace('Z', '+00:00') })]),
    'p.jsonl, line 7: entry 4 (task.created, 2026-11-21T10:03:00.000+00:00) was altered: it does not give its own hash',
  ],
  [
    'an entry altered and hashed again',
    replaced(4, [text(rehashed(at(4), { taskId: 'evil' }))]),
    'p.jsonl, line 7: entry 4 (task.created, 2026-11-21T10:03:00.000Z) was rewritten: the entry after it, on line 8, names another hash for it',
  ],
  [
    'a line dropped',
    replaced(4, []),
    'p.jsonl, line 7: entry 5 (task.created, 2026-11-21T10:04:00.000Z) does not follow from the line before: entry 4 was removed',
  ],
  [
    'several lines dropped, the first too',
    exported.toSpliced(AHEAD, 3),
    'p.jsonl, line 4: entry 4 (task.created, 2026-11-21T10:03:00.000Z) does not follow from the line before: entries 1 to 3 were removed',
  ],
  [
    'a fitting entry inserted',
    replaced(4, [text(rehashed(at(4), { taskId: 'evil' })), text(at(4))]),
    'p.jsonl, line 7: entry 4 (task.created, 2026-11-21T10:03:00.000Z) was inserted: the log continues from the entry with this number on line 8',
  ],
  [
    'a line repeated',
    replaced(4, [text(at(4)), text(at(4))]),
    'p.jsonl, line 8: entry 4 (task.created, 2026-11-21T10:03:00.000Z) was inserted: the line before has this number already',
  ],
  [
    'an old line inserted',
    replaced(7, [text(at(2)), text(at(7))]),
    'p.jsonl, line 10: entry 2 (party.created, 2026-11-21T10:01:00.000Z) was inserted: a line before has this number already',
  ],
  [
    'two lines put in another order',
    exported.toSpliced(AHEAD + 3, 2, text(at(5)), text(at(4))),
    'p.jsonl, line 7: entry 5 (task.created, 2026-11-21T10:04:00.000Z) is where entry 4 belongs, which is on line 8: lines were moved',
  ],
  [
    'the end cut off',
    exported.slice(0, -2),
    'p.jsonl, line 13: the log ends with entry 10, where there were 12: its end was cut off',
  ],
  [
    'a line cut in its middle',
    [...exported.slice(0, -1), exported.at(-1)?.slice(0, 40) ?? ''],
    'p.jsonl, line 15: cannot be read as an entry, where entry 12 should be: it was altered or cut',
  ],
  [
    'gibberish in between',
    replaced(4, ['gibberish', text(at(4))]),
    'p.jsonl, line 7: cannot be read as an entry, where entry 4 should be: it was altered or cut',
  ],
  [
    'its first line gone',
    exported.slice(1),
    'p.jsonl, line 1: is not the head of an exported platform log: it was altered or cut',
  ],
])(
  'detects a changed platform log: %s',
  { meta: { spec: 'calls.offline-log-verification', claim: 'platform-log.altered-entry' } },
  async (_what, lines, says) => {
    expect((await check(lines, decisions)).faults[0]).toBe(says)
  },
)

test.each([
  [
    'a word altered',
    (all: string[]) => all.map((line) => line.replace('"taskId":"t0"', '"taskId":"x"')),
    'line 3: entry 3 (ticket-signed, 2026-11-21T10:03:00.000Z) was altered',
  ],
  [
    'a line dropped',
    (all: string[]) => all.toSpliced(2, 1),
    'line 3: entry 4 (ticket-signed, 2026-11-21T10:04:30.000Z) does not follow',
  ],
  [
    'two lines moved',
    (all: string[]) => [all[0], all[2], all[1], ...all.slice(3)] as string[],
    'line 2: entry 3 (ticket-signed, 2026-11-21T10:03:00.000Z) is where entry 2 belongs',
  ],
  [
    'its end cut off',
    (all: string[]) => all.slice(0, 3),
    'line 3: the log ends with entry 3, where there were 5: its end was cut off: the platform signed entry 5',
  ],
])('detects a changed edge log: %s', { meta: { claim: 'edge-log.altered-entry' } }, async (_what, change, says) => {
  expect((await check(exported, change(decisions))).faults[0]).toContain(`e.jsonl, ${says}`)
  expect((await check(null, change(decisions))).faults[0]).toContain(`e.jsonl, ${says}`)
})

test('detects a completely rewritten platform log by the heads that edges have signed and stored', {
  meta: { spec: 'calls.offline-log-verification' },
}, async () => {
  const forged = logs.exportOf(rewritten(logs.platform, 6))
  const { faults } = await check(forged, decisions)
  expect(faults).toEqual([
    'p.jsonl, line 11: entry 8 (task.created, 2026-11-21T10:07:00.000Z) is not the entry 8 that the edge of party 1001 signed: the first line that was rewritten is one of 8 to 11',
  ])
  // If the edge's log is not available, its signature in the export is enough evidence.
  expect((await check(forged, null)).faults).toHaveLength(1)
  // If the edge's signature is missing, its log is enough evidence.
  const dropped = logs.exportOf(rewritten(logs.platform, 6), {
    edges: [{ partyId: '1001', linkPublicKey: logs.linkPublicKey, countersigned: null, hasRewoundLog: false }],
  })
  expect((await check(dropped, decisions)).faults).toEqual([
    'p.jsonl, line 11: entry 8 (task.created, 2026-11-21T10:07:00.000Z) is not the entry 8 that e.jsonl (line 5) wrote down: the first line that was rewritten is one of 8 to 11',
  ])
})

test('detects a platform log that was truncated and exported again, by the heads that the edge stored', async () => {
  const { faults } = await check(logs.exportOf(logs.platform.slice(0, 6)), decisions)
  expect(faults).toEqual([
    'p.jsonl, line 9: the log ends with entry 6, where there were 8: its end was cut off: the edge of party 1001 signed entry 8',
  ])
})

test('detects a completely rewritten edge log by the heads that the platform has signed', async () => {
  const forged = rewritten(logs.edge, 4).map(text)
  const says =
    'e.jsonl, line 5: entry 5 (platform-head, 2026-11-21T10:06:00.000Z) is not the entry 5 that the platform signed: the first line that was rewritten is one of 3 to 5'
  expect((await check(exported, forged)).faults[0]).toBe(says)
  // Even if the edge deletes the signed heads that it stores, the platform still has the heads that the edge reported.
  expect((await check(exported, forged, { countersigned: [] })).faults[0]).toContain(
    'entry 5 that it signed itself (p.jsonl, line 3)',
  )
})

test('detects in verified logs that a key was replaced', {
  meta: { spec: 'calls.offline-log-verification', claim: 'platform-log.swapped-key' },
}, async () => {
  const other = generateKeyPairSync('ed25519')
  const jwk = { ...other.publicKey.export({ format: 'jwk' }), kid: 'k2' }
  const pem = String(other.publicKey.export({ type: 'spki', format: 'pem' }))
  // The platform's key in the export was replaced: its edges received another key.
  const swapped = logs.exportOf(logs.platform, { signingKeys: [jwk] }, other.privateKey)
  expect((await check(swapped, decisions)).faults[0]).toMatch(
    /countersigned heads, line 1: is not signed by a key the platform publishes/,
  )
  // The edge's key in the export was replaced: neither its signatures nor its enrolment match.
  const [edge] = JSON.parse(exported[0] ?? '').edges
  const withKey = logs.exportOf(logs.platform, { edges: [{ ...edge, linkPublicKey: pem }] })
  expect((await check(withKey, decisions)).faults).toEqual([
    'the head 8 in the export is not signed by the edge of party 1001',
    'p.jsonl, line 1: the key of party 1001’s edge is not the one that was enrolled',
    'p.jsonl, line 1: the key of party 1001’s edge is not the one e.jsonl has',
  ])
  // The platform's key at the edge was replaced: a forged key does not make forged heads valid.
  const forged = (logs as Logs).countersigned.map((line) =>
    line.replace(/"signature":"(.)/, (_all, first) => `"signature":"${first === '_' ? 'A' : '_'}`),
  )
  expect((await check(exported, decisions, { countersigned: forged, platformKeys: [jwk] })).faults[0]).toMatch(
    /not signed by a key/,
  )
})

test('detects a changed header of an export by its signature', async () => {
  const tampered = exported.with(0, (exported[0] ?? '').replace('"hasRewoundLog":false', '"hasRewoundLog":true'))
  expect((await check(tampered, decisions)).faults).toContain(
    'p.jsonl, line 1: was altered: its signature does not fit',
  )
})

test('reports entries that are newer than the export as notes, not as faults', async () => {
  const earlier = logs.exportOf(logs.platform.slice(0, 6), {
    exportTime: '2026-11-21T10:05:30.000Z',
    edges: [{ partyId: '1001', linkPublicKey: logs.linkPublicKey, countersigned: null, hasRewoundLog: false }],
  })
  const { faults, notes } = await check(earlier, decisions)
  expect(faults).toEqual([])
  expect(notes).toEqual(['e.jsonl knows 1 newer heads of the platform’s log: export it again to check them'])
})

test('reports an edge whose party the platform does not list', async () => {
  const none = logs.exportOf(logs.platform, { edges: [] })
  expect((await check(none, decisions)).faults).toEqual(['p.jsonl names no edge of party 1001 (e.jsonl)'])
})
