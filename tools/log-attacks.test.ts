import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  edgeSubject,
  type KnownHead,
  type LogHead,
  logHeadText,
  PLATFORM_LOG,
  type SignedHead,
} from '@tessera/contract'
import { CHAIN_START, type ChainEntry, nextEntry, sha256, verifyLogs } from '@tessera/server'
import { and, eq, ne, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { keyPaths } from '../apps/edge/src/features/link/index.ts'
import {
  countersignedPath,
  DecisionLog,
  decisionLogPath,
  logFolder,
  readLines,
} from '../apps/edge/src/lib/decision-log.ts'
import { openEdgeLog } from '../apps/edge/src/open-log.ts'
import type { Db } from '../apps/platform/src/db/pool.ts'
import { platformLog } from '../apps/platform/src/db/table.ts'
import { exportLog } from '../apps/platform/src/export-log.ts'
import { edgeHeads, edges, headWitnesses } from '../apps/platform/src/features/environment/table.ts'
import { trainingRun } from '../apps/platform/src/features/run/table.ts'
import { listPlatformLog, record } from '../apps/platform/src/lib/audit.ts'
import { handedOver } from '../apps/platform/src/testing/edge-caller.ts'
import { buildApp, buildParty, type World } from '../apps/platform/src/testing/index.ts'
import { addRun } from '../apps/platform/src/testing/rights/things.ts'
import { buildTask } from '../apps/platform/src/testing/task.ts'
import { type JoinedEdge, joinEdge } from './testing/joined-edge.ts'

/**
 * Attacks on the audit logs by their own owner, who has the log's keys and rewrites it. Each attack changes the real
 * logs of a platform and three edges.
 */

const MINUTE_MS = 60_000
/**
 * Number of countersigning rounds, 10 minutes apart. The run is in an early round, so that the signatures after it are
 * due.
 */
const ROUNDS = 7
const RUN_IN = 2

let world: World
let url: string
let trio: Trio
const folder = mkdtempSync(join(tmpdir(), 'tessera-attacks-'))

type Trio = [JoinedEdge, JoinedEdge, JoinedEdge]

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  world = await buildApp()
  await world.app.listen({ port: 0, host: '127.0.0.1' })
  url = `http://127.0.0.1:${(world.app.server.address() as AddressInfo).port}`
  trio = await joinThree()
  await trainTogether(trio)
})

const joined: JoinedEdge[] = []
afterAll(async () => {
  for (const edge of joined) await edge.close()
  await world?.close()
  vi.useRealTimers()
  rmSync(folder, { recursive: true, force: true })
})

async function joinThree(): Promise<Trio> {
  const three: Trio = [await joinEdge(world, url), await joinEdge(world, url), await joinEdge(world, url)]
  joined.push(...three)
  return three
}

/** Three parties sign a ticket and train, and the countersigning rounds follow. All edges and the platform log this. */
async function trainTogether(three: Trio) {
  const parties = three.map(({ partyId, fingerprint: key }) => ({ partyId, key }))
  const { taskId } = await buildTask(world, { given: [await buildParty(world)] })
  const runId = await addRun(world, taskId)
  for (let round = 0; round < ROUNDS; round++) {
    vi.setSystemTime(Date.now() + 10 * MINUTE_MS)
    await record(world.db, 'task.changed', { taskId, round })
    for (const edge of three) {
      if (round === 0) {
        for (const { partyId, key } of parties) if (partyId !== edge.partyId) edge.partners.set(partyId, [key])
        edge.log.append('ticket-signed', { taskId, plan: { parties } })
      }
      if (round === RUN_IN) edge.log.append('run', { runId, parties: parties.map(({ partyId }) => partyId) })
      edge.log.append('read', { round })
    }
    if (round === RUN_IN) {
      const of = parties.map(({ partyId }) => ({ partyId })) as never
      await world.db.update(trainingRun).set({ phase: 'completed', parties: of }).where(eq(trainingRun.id, runId))
    }
    for (const edge of three) await edge.meet()
  }
}

let copies = 0
/** Copies an edge's log and keys for an attacker. */
function copyOf(edge: JoinedEdge): string {
  copies += 1
  const copy = join(folder, `${copies}-${edge.partyId}`)
  cpSync(logFolder(edge.dataDir), logFolder(copy), { recursive: true })
  cpSync(join(edge.dataDir, 'keys'), join(copy, 'keys'), { recursive: true })
  return copy
}

const writeLines = (path: string, texts: string[]) => writeFileSync(path, texts.map((text) => `${text}\n`).join(''))

/** Returns the platform's log export after `attack` has changed its database. Rolls the changes back. */
async function exportedAfter(attack: (tx: Db) => Promise<unknown> = async () => {}): Promise<string[]> {
  const texts: string[] = []
  const rollback = new Error('roll back')
  await world.db
    .transaction(async (tx) => {
      await attack(tx)
      for await (const text of exportLog({ ...world.deps, db: tx })) texts.push(text)
      throw rollback
    })
    .catch((error: unknown) => {
      if (error !== rollback) throw error
    })
  return texts
}

async function* linesOf(texts: string[]) {
  yield* texts
}

const verify = (exported: string[] | undefined, folders: string[]) =>
  verifyLogs(exported && { name: 'platform', lines: linesOf(exported) }, folders.map(openEdgeLog))

/** Rebuilds a hash chain. `change` returns the new data of each entry, or undefined to drop the entry. */
function rewritten(chain: ChainEntry[], change: (entry: ChainEntry) => Record<string, unknown> | undefined) {
  const forged: ChainEntry[] = []
  for (const entry of chain) {
    const data = change(entry)
    if (data) forged.push(nextEntry(forged.at(-1) ?? CHAIN_START, entry.kind, data, new Date(entry.time)))
  }
  return forged
}

const decisionsOf = (dir: string) => readLines(decisionLogPath(dir)).map((text) => JSON.parse(text) as ChainEntry)
const headsOf = (dir: string) => readLines(countersignedPath(dir)).map((text) => JSON.parse(text) as KnownHead)

/** Forges the reads of the last 10 minutes in an edge's own log. */
const withLastReadForged = (dir: string) =>
  rewritten(decisionsOf(dir), ({ data }) => (data.round === ROUNDS - 1 ? { round: 'nothing' } : data))

async function rewritePlatformLog(tx: Db, change: (entry: ChainEntry) => Record<string, unknown> | undefined) {
  const forged = rewritten(await listPlatformLog(tx), change)
  await tx.delete(platformLog)
  await tx.insert(platformLog).values(forged.map((entry) => ({ ...entry, time: new Date(entry.time) })))
  return forged
}

const signedWith = (key: KeyObject, of: string, head: LogHead) =>
  sign(null, Buffer.from(logHeadText(of, head)), key).toString('base64url')

/** Returns the forged log's head with the same number, signed with its owner's key, as an accomplice would sign it. */
function signForged(of: string, chain: ChainEntry[], head: LogHead, key: KeyObject) {
  const { seq, hash } = chain[Math.min(head.seq, chain.length) - 1] as ChainEntry
  return { head: { seq, hash }, signature: signedWith(key, of, { seq, hash }) }
}

test('accepts unchanged logs, all together and each alone', async () => {
  const exported = await exportedAfter()
  const folders = trio.map(({ dataDir }) => dataDir)
  expect(await verify(exported, folders)).toMatchObject({ faults: [], notes: [] })
  for (const dir of folders) expect((await verify(undefined, [dir])).faults).toEqual([])
  expect((await verify(exported, [])).faults).toEqual([])
  // Checks that the signed heads exist: each edge stores heads of the platform and of both other edges, and their
  // signatures of its own heads.
  for (const edge of trio) {
    const known = new Set(headsOf(edge.dataDir).map(({ of, by }) => `${of} ${by}`))
    const own = edgeSubject(edge.partyId)
    const others = trio.filter((other) => other !== edge).map(({ partyId }) => edgeSubject(partyId))
    const expected = [PLATFORM_LOG, own].map((of) => `${of} ${PLATFORM_LOG}`)
    expect([...known].toSorted()).toEqual(
      [...expected, ...others.flatMap((by) => [`${by} ${by}`, `${own} ${by}`])].toSorted(),
    )
  }
})

test('detects that an edge’s owner rewrote the last 10 minutes of its log after the edge signed them', {
  meta: { claim: 'edge-log.rewritten-recent-entries' },
}, async () => {
  const dir = copyOf(trio[0])
  writeLines(
    decisionLogPath(dir),
    withLastReadForged(dir).map((entry) => JSON.stringify(entry)),
  )
  const { faults } = await verify(await exportedAfter(), [dir])
  expect(faults[0]).toMatch(/is not the entry \d+ that (the platform signed|it signed itself)/)
  // If the edge also forges its file of heads with its own keys, the platform still has the original heads.
  writeLines(countersignedPath(dir), [])
  expect((await verify(await exportedAfter(), [dir])).faults[0]).toMatch(
    /is not the entry \d+ that it signed itself \(platform, line \d+\)/,
  )
})

test('detects that the platform rewrote the last 10 minutes of its log after edges signed them', {
  meta: { claim: 'platform-log.rewritten-recent-entries' },
}, async () => {
  const forge = (tx: Db) =>
    rewritePlatformLog(tx, ({ data }) => (data.round === ROUNDS - 1 ? { ...data, taskId: 'another' } : data))
  const exported = await exportedAfter(forge)
  expect((await verify(exported, [])).faults[0]).toMatch(/is not the entry \d+ that the edge of party \d+ signed/)
  // If the platform also deletes the edges' signatures, each edge still stores heads that the platform signed.
  const without = await exportedAfter(async (tx) => {
    await forge(tx)
    await tx.update(edges).set({ countersigned: null })
  })
  expect((await verify(without, [trio[1].dataDir])).faults[0]).toMatch(
    /is not the entry \d+ that .*(the platform signed itself|wrote down)/,
  )
})

test('detects a truncated log of the platform or of an edge', {
  meta: { claim: ['platform-log.truncated', 'edge-log.truncated'] },
}, async () => {
  const dir = copyOf(trio[0])
  writeLines(decisionLogPath(dir), readLines(decisionLogPath(dir)).slice(0, -3))
  expect((await verify(await exportedAfter(), [dir])).faults[0]).toMatch('its end was cut off')
  writeLines(countersignedPath(dir), [])
  expect((await verify(await exportedAfter(), [dir])).faults[0]).toMatch(
    /its end was cut off: it signed itself \(platform, line \d+\) entry \d+/,
  )

  const exported = await exportedAfter(async (tx) => {
    await tx.delete(platformLog).where(sql`${platformLog.seq} > (select max(seq) - 2 from ${platformLog})`)
    await tx.update(edges).set({ countersigned: null })
  })
  expect((await verify(exported, [trio[0].dataDir])).faults[0]).toMatch('its end was cut off')
})

test('detects an emptied or shortened file of countersignatures without any other log', {
  meta: {
    spec: 'calls.offline-log-verification',
    claim: ['platform-log.removed-edge-signature', 'edge-log.altered-countersignatures'],
  },
}, async () => {
  const dir = copyOf(trio[0])
  const lines = readLines(countersignedPath(dir))
  for (const [left, says] of [
    [[], 'holds 0 lines: it was emptied or cut'],
    [lines.slice(0, 1), 'holds 1 lines: it was emptied or cut'],
    [lines.toSpliced(1, 1), 'was altered'],
  ] as const) {
    writeLines(countersignedPath(dir), [...left])
    expect((await verify(undefined, [dir])).faults.join('\n')).toContain(says)
  }
  // For the platform, the edge's countersigned heads show which heads were deleted from the database.
  const exported = await exportedAfter((tx) => tx.delete(edgeHeads).where(eq(edgeHeads.partyId, trio[0].partyId)))
  expect((await verify(exported, [trio[0].dataDir])).faults.join('\n')).toMatch(
    /the export lacks the head \d+ of the edge of party \d+, which the platform signed/,
  )
})

test('detects a missing countersignature of the platform, of an edge, or of a party that the edge trained with', {
  meta: { claim: ['platform-log.withheld-signatures', 'edge-log.withheld-signatures'] },
}, async () => {
  const [unsigned, unknown, uninformed] = await joinThree()
  // The platform keeps its links open, but withholds one message from each edge: its own signature, a partner's
  // signature, or a partner's head.
  withhold(unsigned, edgeSubject(unsigned.partyId), PLATFORM_LOG)
  withhold(unknown, edgeSubject(unknown.partyId), edgeSubject(uninformed.partyId))
  withhold(uninformed, edgeSubject(unsigned.partyId), edgeSubject(unsigned.partyId))
  await trainTogether([unsigned, unknown, uninformed])
  const faultsOf = async ({ dataDir }: JoinedEdge) => (await verify(undefined, [dataDir])).faults
  expect(await faultsOf(unsigned)).toEqual([
    expect.stringMatching(
      /a countersignature is missing: linked since line \d+: .* platform signed nothing after entry 0/,
    ),
    // This edge could not countersign the head that it did not receive.
    expect.stringMatching(`a countersignature is missing: the edge of party ${uninformed.partyId}, with which run`),
  ])
  expect(await faultsOf(unknown)).toEqual([
    expect.stringMatching(
      `a countersignature is missing: the edge of party ${uninformed.partyId}, with which run .* signed none since. Its last head is of 2.*: since then it was offline, or its heads were withheld`,
    ),
  ])
  expect(await faultsOf(uninformed)).toEqual([
    expect.stringMatching(`a head is missing: of the edge of party ${unsigned.partyId}, with which run`),
  ])

  const exported = await exportedAfter((tx) =>
    tx.update(edges).set({ countersigned: null }).where(eq(edges.partyId, trio[2].partyId)),
  )
  expect((await verify(exported, [])).faults).toEqual([
    expect.stringMatching(
      `a countersignature is missing: linked at .*, the edge of party ${trio[2].partyId} signed nothing`,
    ),
  ])
})

/** Makes a party drop these heads when they arrive. */
function withhold({ heads }: JoinedEdge, of: string, by: string) {
  const keep = heads.keep.bind(heads)
  heads.keep = (known) => !(known.of === of && known.by === by) && keep(known)
}

test('detects a completely rewritten log that begins with a new first entry', {
  meta: { claim: ['platform-log.rewritten-completely', 'edge-log.rewritten-completely'] },
}, async () => {
  const dir = copyOf(trio[0])
  const forged = rewritten(decisionsOf(dir), ({ kind, data, seq }) =>
    kind === 'platform-head' ? undefined : seq === 1 ? { ...data, signer: 'another' } : data,
  )
  writeLines(
    decisionLogPath(dir),
    forged.map((entry) => JSON.stringify(entry)),
  )
  writeLines(countersignedPath(dir), [])
  expect((await verify(await exportedAfter(), [dir])).faults[0]).toMatch(/it signed itself \(platform, line \d+\)/)
  // The folder of another edge is sufficient without the platform.
  expect((await verify(undefined, [dir, trio[1].dataDir])).faults[0]).toMatch(
    `it signed itself (${decisionLogPath(trio[1].dataDir)}, line `,
  )

  const forgedExport = await exportedAfter(async (tx) => {
    await rewritePlatformLog(tx, ({ data, seq }) => (seq === 1 ? { ...data, forged: true } : data))
    await tx.update(edges).set({ countersigned: null })
  })
  expect((await verify(forgedExport, [trio[2].dataDir])).faults[0]).toMatch(
    /is not the entry \d+ that .*(the platform signed itself|wrote down)/,
  )
})

test('detects with a third edge’s log that the platform and another edge rewrote and signed all their logs together', {
  meta: { spec: 'calls.offline-log-verification', claim: 'platform-log.collusion-with-edge' },
}, async () => {
  const [accomplice, other, third] = trio
  const own = edgeSubject(accomplice.partyId)
  const dir = copyOf(accomplice)
  const key = createPrivateKey(readFileSync(keyPaths(dir).link, 'utf8'))
  const { privateKey } = await world.deps.keys.signing()
  const exported = await exportedAfter(async (tx) => {
    // Both attackers want to hide how the run took place, so they rewrite everything from the run on.
    const ours = await rewritePlatformLog(tx, ({ data }) =>
      Number(data.round) >= RUN_IN ? { ...data, taskId: 'another' } : data,
    )
    const theirs = rewriteEdge(dir, own, ours, privateKey)
    for (const row of await tx.select().from(edgeHeads).where(eq(edgeHeads.partyId, accomplice.partyId))) {
      const isIt = and(eq(edgeHeads.partyId, row.partyId), eq(edgeHeads.place, row.place))
      await tx
        .update(edgeHeads)
        .set(signForged(own, theirs, row.head, key))
        .where(isIt)
    }
    const [edge] = await tx.select().from(edges).where(eq(edges.partyId, accomplice.partyId))
    const { head: logHead, signature: logSignature } = signForged(own, theirs, edge?.logHead as LogHead, key)
    const countersigned = signForged(PLATFORM_LOG, ours, edge?.countersigned?.head as LogHead, key)
    await tx.update(edges).set({ logHead, logSignature, countersigned }).where(eq(edges.partyId, accomplice.partyId))
    // Both attackers omit signatures that they cannot forge.
    await tx.update(edges).set({ countersigned: null }).where(ne(edges.partyId, accomplice.partyId))
    await tx.delete(edgeHeads).where(ne(edgeHeads.partyId, accomplice.partyId))
    await tx.update(edges).set({ logSignature: null }).where(ne(edges.partyId, accomplice.partyId))
    await tx.delete(headWitnesses)
  })
  // Only a third edge can detect this attack, because the attackers' two logs are consistent.
  expect((await verify(exported, [dir])).faults).toEqual([])
  for (const { dataDir } of [other, third]) {
    const { faults } = await verify(exported, [dir, dataDir])
    expect(faults.join('\n')).toMatch(/platform, line \d+: .* is not the entry \d+ that .*(signed itself|wrote down)/)
    expect(faults.join('\n')).toMatch(
      new RegExp(
        `${decisionLogPath(dir)}, line .* is not the entry \\d+ that it signed itself \\(${decisionLogPath(dataDir)}`,
      ),
    )
  }
})

/**
 * Returns the accomplice's log without the run. Both attackers sign its file of heads again, and omit the signatures of
 * others.
 */
function rewriteEdge(dir: string, own: string, ours: ChainEntry[], platformKey: KeyObject): ChainEntry[] {
  const stored = headsOf(dir)
  const [heads, forged]: [string[], ChainEntry[]] = [[], []]
  let taken = 0
  for (const { kind, data, time } of decisionsOf(dir)) {
    const add = (what: string, facts: Record<string, unknown>) =>
      forged.push(nextEntry(forged.at(-1) ?? CHAIN_START, what, facts, new Date(time)))
    if (kind === 'run') add('read', { instead: true })
    else if (kind !== 'platform-head') add(kind, data)
    else {
      const { lines } = data.kept as { lines: number }
      for (const head of stored.slice(taken, lines).filter(({ by }) => by === PLATFORM_LOG)) {
        const chain = head.of === own ? forged : ours
        heads.push(JSON.stringify({ ...head, ...signForged(head.of, chain, head.head, platformKey) }))
      }
      taken = lines
      const { seq, hash } = ours[Number(data.seq) - 1] as ChainEntry
      const sha = sha256(heads.map((text) => `${text}\n`).join(''))
      add(kind, { seq, hash, kept: { lines: heads.length, sha256: sha } })
    }
  }
  writeLines(
    decisionLogPath(dir),
    forged.map((entry) => JSON.stringify(entry)),
  )
  writeLines(countersignedPath(dir), heads)
  return forged
}

test('rejects heads of an edge’s log that the edge did not sign', {
  meta: { claim: 'platform-log.invented-edge-log' },
}, async () => {
  const [{ partyId, dataDir }] = trio
  const exported = await exportedAfter(async (tx) => {
    const [newest] = await tx.select().from(edges).where(eq(edges.partyId, partyId))
    const made = { seq: (newest?.logHead?.seq ?? 0) + 5, hash: 'f'.repeat(64) }
    const { privateKey } = await world.deps.keys.signing()
    // A signature with the platform's own key, and the edge's signature for the platform's log, are both invalid.
    const fields = { partyId, publicKey: newest?.linkPublicKey ?? '', time: new Date() }
    const signature = signedWith(privateKey, edgeSubject(partyId), made)
    const ofOurs = newest?.countersigned as SignedHead
    await tx.insert(edgeHeads).values([
      { ...fields, place: 901, head: made, signature },
      { ...fields, place: 902, ...ofOurs },
    ])
    await tx.update(edges).set({ hasRewoundLog: true }).where(eq(edges.partyId, partyId))
  })
  const { faults, notes } = await verify(exported, [dataDir])
  expect(faults).toHaveLength(2)
  for (const fault of faults) expect(fault).toMatch(`the edge of party ${partyId} did not sign this head of its log`)
  expect(notes).toEqual([expect.stringMatching(`the platform says that the edge of party ${partyId} reported a log`)])
})

test('detects rows that were read with an access token that is not in the platform’s log', {
  meta: { claim: 'platform-log.unlogged-token' },
}, async () => {
  const [edge, , reader] = await joinThree()
  const issue = (tokenId: string, userId: string, partyId = edge.partyId) =>
    record(world.db, 'edge.token-issued', { userId, partyId, tokenId })
  await issue('token-1', 'anna')
  await issue('token-2', 'anna', reader.partyId)
  const reads = [
    ['token-1', 'anna', []],
    ['token-1', 'bert', [expect.stringContaining('token-1')]],
    ['token-2', 'anna', [expect.stringContaining('token-2')]],
    ['token-3', 'anna', [expect.stringContaining('which the platform’s log never issued')]],
  ] as const
  for (const [tokenId, userId, faults] of reads) {
    const dir = copyOf(edge)
    const log = new DecisionLog(dir)
    log.append('read', { userId, tokenId, rows: 20 })
    log.close()
    vi.setSystemTime(Date.now() + 10 * MINUTE_MS)
    const found = (await verify(await exportedAfter(), [dir])).faults.filter((fault) => fault.includes('token'))
    expect(found).toEqual(faults)
  }
})

test('detects that the platform replaced a party’s edge without an approval, or with a forged one', {
  meta: { claim: 'platform-log.unapproved-edge-replacement' },
}, async () => {
  const [{ partyId, key }] = trio
  const next = generateKeyPairSync('ed25519')
  const pem = String(next.publicKey.export({ type: 'spki', format: 'pem' }))
  const edgeUrl = 'http://127.0.0.1:2'
  const followsKey = String(createPublicKey(key).export({ type: 'spki', format: 'pem' }))
  const faultsWith = async (by: object) => {
    const exported = await exportedAfter(async (tx) => {
      await tx.update(edges).set({ linkPublicKey: pem, countersigned: null }).where(eq(edges.partyId, partyId))
      await record(tx, 'edge.enrolled', { partyId, edgeUrl, linkKeyHash: sha256(pem), ...by })
    })
    const { faults } = await verify(exported, [])
    return faults.filter((fault) => /edge\.enrolled/.test(fault))
  }
  expect(await faultsWith({})).toEqual([expect.stringContaining(`Ask party ${partyId} whether it is theirs`)])
  expect(await faultsWith({ afterRevocation: true })).toEqual([expect.stringContaining('which no entry revoked')])
  const to = { to: pem, edgeUrl }
  const forged = await handedOver(partyId, next.privateKey, to)
  expect(await faultsWith({ followsKey, handover: forged })).toEqual([expect.stringContaining('did not sign')])
  expect(await faultsWith({ followsKey, handover: await handedOver(partyId, key, to) })).toEqual([])
})

test('accepts the log of a replaced edge beside the heads of its successor, and detects that the log was rewritten', {
  meta: { claim: 'platform-log.replaced-edge-heads' },
}, async () => {
  const [{ partyId, key, dataDir }, ...others] = trio
  const next = generateKeyPairSync('ed25519')
  const publicKey = String(next.publicKey.export({ type: 'spki', format: 'pem' }))
  const edgeUrl = 'http://127.0.0.1:2'
  const followsKey = String(createPublicKey(key).export({ type: 'spki', format: 'pem' }))
  const handover = await handedOver(partyId, key, { to: publicKey, edgeUrl })
  const exported = await exportedAfter(async (tx) => {
    await tx
      .update(edges)
      .set({ linkPublicKey: publicKey, countersigned: null, logHead: null, logSignature: null })
      .where(eq(edges.partyId, partyId))
    await record(tx, 'edge.enrolled', { partyId, edgeUrl, linkKeyHash: sha256(publicKey), followsKey, handover })
    // The successor's log differs from its first entry on. The successor has not been linked long enough to owe
    // signatures.
    const head = { seq: 2, hash: 'd'.repeat(64) }
    const signature = sign(null, Buffer.from(logHeadText(edgeSubject(partyId), head)), next.privateKey)
    const fields = { head, signature: signature.toString('base64url'), time: new Date() }
    await tx.insert(edgeHeads).values({ partyId, place: 1_000, publicKey, ...fields })
  })
  const folders = [dataDir, ...others.map((edge) => edge.dataDir)]
  const { faults, notes } = await verify(exported, folders)
  expect(faults).toEqual([])
  expect(notes).toContainEqual(expect.stringContaining(`of party ${partyId} that another edge has replaced`))

  const dir = copyOf(trio[0])
  writeLines(
    decisionLogPath(dir),
    withLastReadForged(dir).map((entry) => JSON.stringify(entry)),
  )
  writeLines(countersignedPath(dir), [])
  expect((await verify(exported, [dir])).faults[0]).toMatch(/is not the entry \d+ that it signed itself/)
})
