import type { KeyObject } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CreateEdgeEnrolment } from '@tessera/contract/wire'
import { createLogger, VERSION } from '@tessera/server'
import { eq } from 'drizzle-orm'
import { expect, vi } from 'vitest'
import { openDb } from '../../apps/edge/src/db/open.ts'
import {
  fingerprint,
  joinParty,
  Outbox,
  openKeys,
  Platform,
  PlatformLink,
} from '../../apps/edge/src/features/link/index.ts'
import { CountersignedHeads } from '../../apps/edge/src/lib/countersigned-heads.ts'
import { DecisionLog } from '../../apps/edge/src/lib/decision-log.ts'
import { edges } from '../../apps/platform/src/features/environment/table.ts'
import { platformLogHead } from '../../apps/platform/src/lib/audit.ts'
import { call } from '../../apps/platform/src/testing/call.ts'
import { buildParty } from '../../apps/platform/src/testing/factories.ts'
import type { World } from '../../apps/platform/src/testing/world.ts'
import { limit } from './limits.ts'

const SOON = { timeout: limit(20_000) }

export interface JoinedEdge {
  partyId: string
  dataDir: string
  log: DecisionLog
  heads: CountersignedHeads
  key: KeyObject
  fingerprint: string
  /** Fingerprints of other edges' keys by party, as in tickets. */
  partners: Map<string, string[]>
  link: PlatformLink
  /** Waits until platform and edge each have the other's latest head with its signature. */
  meet(): Promise<void>
  close(): Promise<void>
}

/**
 * Starts the log, the keys and the link of a real edge, and enrols it over the network. The edge stores no rows and
 * trains nothing.
 */
export async function joinEdge(world: World, url: string): Promise<JoinedEdge> {
  const party = await buildParty(world)
  const dataDir = await mkdtemp(join(tmpdir(), 'tessera-joined-'))
  const now = () => new Date()
  const { code } = (await call(world, CreateEdgeEnrolment, {}, { user: party.admin, party })).result
  const db = openDb(dataDir)
  const [log, heads] = [new DecisionLog(dataDir, now), new CountersignedHeads(dataDir, now)]
  const keys = await openKeys(dataDir)
  const platform = new Platform(url, keys.link)
  const edgeUrl = 'http://127.0.0.1:1'
  const joining = { db, log, platform, keys, dataDir, platformUrl: url, edgeUrl, code, silentLimitMs: 0 }
  const { partyId } = await joinParty(joining)
  platform.actAs(partyId)
  const partners = new Map<string, string[]>()
  const link = new PlatformLink({
    platform,
    log,
    heads,
    dataDir,
    key: keys.link,
    outbox: new Outbox(db, now),
    partnerKeys: (id) => partners.get(id) ?? [],
    health: () => ({
      components: { edge: 'ok', supernode: 'ok', runner: 'ok', storage: 'ok' },
      parts: { books: 'ok', pages: 'ok' },
      conditions: [],
      confinement: 'on',
      installation: { version: VERSION, codes: [] },
    }),
    commands: { stopRun: () => {}, endAttempt: () => {}, unlistDataset: () => {} },
    address: () => ({ edgeUrl, rootCertificate: null }),
    onConnect: () => {},
    onShutOut: () => {},
    logger: createLogger('silent'),
  })
  const row = async () => (await world.db.select().from(edges).where(eq(edges.partyId, partyId)))[0]
  return {
    partyId,
    dataDir,
    log,
    heads,
    key: keys.link,
    fingerprint: fingerprint(keys.link),
    partners,
    link,
    async meet() {
      const head = await platformLogHead(world.db)
      link.start()
      await vi.waitFor(async () => {
        const { countersigned, logHead } = (await row()) ?? {}
        expect(countersigned?.head).toEqual(head)
        expect(logHead).toEqual(log.head)
      }, SOON)
      link.stop()
      await vi.waitFor(async () => expect((await row())?.linkId).toBeNull(), SOON)
    },
    async close() {
      link.stop()
      db.close()
      log.close()
      heads.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
