import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CreateEdgeEnrolment } from '@tessera/contract/wire'
import { VERSION, verifyLogs } from '@tessera/server'
import { eq } from 'drizzle-orm'
import { afterEach, expect, test, vi } from 'vitest'
import { openDb } from '../../edge/src/db/open.ts'
import { joinParty, Outbox, openKeys, Platform, PlatformLink } from '../../edge/src/features/link/index.ts'
import { DecisionLog } from '../../edge/src/lib/decision-log.ts'
import { openEdgeLog } from '../../edge/src/open-log.ts'
import { platformLog } from './db/table.ts'
import { exportLog } from './export-log.ts'
import { edges } from './features/environment/table.ts'
import { platformLogHead, record } from './lib/audit.ts'
import { buildParty, call, describeOnBoth, type World } from './testing/index.ts'

const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end()
})

/** A real edge that enrols with the platform over the network and links to it. */
async function joinEdge(world: World) {
  const party = await buildParty(world)
  await world.app.listen({ port: 0, host: '127.0.0.1' })
  const url = `http://127.0.0.1:${(world.app.server.address() as AddressInfo).port}`
  const dataDir = await mkdtemp(join(tmpdir(), 'tessera-joined-'))
  ends.push(() => rm(dataDir, { recursive: true, force: true }))
  const { code } = (await call(world, CreateEdgeEnrolment, {}, { user: party.admin, party })).result
  const db = openDb(dataDir)
  const log = new DecisionLog(dataDir)
  const keys = await openKeys(dataDir)
  const platform = new Platform(url, keys.link)
  const edgeUrl = 'http://127.0.0.1:1'
  const { partyId } = await joinParty({
    db,
    log,
    platform,
    keys,
    dataDir,
    platformUrl: url,
    edgeUrl,
    code,
    patienceMs: 0,
  })
  platform.actAs(partyId)
  const link = new PlatformLink({
    ...{ platform, log, dataDir, key: keys.link, outbox: new Outbox(db, () => new Date()) },
    health: () => ({
      components: { edge: 'ok', supernode: 'ok', runner: 'ok', storage: 'ok' },
      parts: { books: 'ok', pages: 'ok' },
      conditions: [],
      confinement: 'on',
      installation: { version: VERSION, codes: [] },
    }),
    commands: { stopRun: () => {}, endAttempt: () => {}, unlistDataset: () => {} },
    address: { edgeUrl, rootCertificate: null },
    onConnect: () => {},
    onShutOut: () => {},
    say: () => {},
  })
  ends.push(() => {
    link.stop()
    db.close()
    log.close()
  })
  return { partyId, dataDir, log, link }
}

describeOnBoth('the exported log', (world) => {
  test('and the log of a real edge vouch for each other, and give away a rewritten one', async () => {
    const w = world()
    const { partyId, dataDir, log, link } = await joinEdge(w)
    const edge = async () => (await w.db.select().from(edges).where(eq(edges.partyId, partyId)))[0]
    // The platform signs what it was told of when a link opens: so twice.
    for (let time = 0; time < 2; time++) {
      log.append('ticket-signed', { taskId: `t${time}` })
      await record(w.db, 'task.created', { taskId: `t${time}` })
      const head = await platformLogHead(w.db)
      link.start()
      await vi.waitFor(async () => expect((await edge())?.countersigned?.head).toEqual(head), { timeout: 10_000 })
      await vi.waitFor(async () => expect((await edge())?.logHead).toEqual(log.head), { timeout: 10_000 })
      link.stop()
      await vi.waitFor(async () => expect((await edge())?.linkId).toBeNull(), { timeout: 10_000 })
    }
    const check = () => verifyLogs({ name: 'p', lines: exportLog(w.deps) }, [openEdgeLog(dataDir)])
    expect(openEdgeLog(dataDir).countersigned.length).toBeGreaterThan(0)
    expect(await check()).toMatchObject({ faults: [], notes: [] })

    // Dropped and written anew, as only the database's owner could: the chain is whole, the edge's proof is not.
    const { seq } = await platformLogHead(w.db)
    await w.db.delete(platformLog).where(eq(platformLog.seq, seq))
    await record(w.db, 'task.rewritten', {})
    const { faults } = await check()
    expect(faults).toHaveLength(1)
    expect(faults[0]).toMatch(
      new RegExp(`line ${seq + 1}: entry ${seq} \\(task\\.rewritten, .* that the edge of party ${partyId} signed`),
    )
  })
})
