import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { NamedParty } from '@tessera/contract'
import { type Db, openDb } from './db/open.ts'
import {
  fingerprint,
  type Identity,
  joinParty,
  openKeys,
  Platform,
  saveIdentity,
  settleAddress,
} from './features/link/index.ts'
import { DecisionLog } from './lib/decision-log.ts'
import { KeptHeads } from './lib/kept-heads.ts'
import type { EdgeSettings } from './settings.ts'

/** What every part of an edge stands on: its folder, books, log and keys, the platform, and who it is there. */
export interface Core {
  settings: EdgeSettings
  dataDir: string
  db: Db
  log: DecisionLog
  /** What others signed of this edge's log, and of theirs. */
  heads: KeptHeads
  keys: Awaited<ReturnType<typeof openKeys>>
  platform: Platform
  /** Changes while the edge runs: the platform's keys are fetched again with each connection. */
  identity: Identity
  now: () => Date
  say: (line: string) => void
}

/** How long a platform that is still starting is waited for when an edge joins. */
const ENROLMENT_PATIENCE_MS = 60_000

/** Opens what is kept in the edge's folder, and joins the party where that has not been done yet. */
export async function openCore(settings: EdgeSettings, say: (line: string) => void): Promise<Core> {
  const dataDir = settings.DATA_DIR
  const now = () => new Date()
  const db = openDb(dataDir)
  await rm(join(dataDir, 'tmp'), { recursive: true, force: true })
  const log = new DecisionLog(dataDir, now)
  const heads = new KeptHeads(dataDir, now)
  const before = await openKeys(dataDir)
  const identity = await joinParty({
    db,
    log,
    platform: new Platform(settings.PLATFORM_URL, before.link),
    keys: before,
    dataDir,
    platformUrl: settings.PLATFORM_URL,
    edgeUrl: settings.EDGE_URL,
    code: settings.EDGE_ENROLMENT,
    handover: settings.EDGE_HANDOVER,
    patienceMs: ENROLMENT_PATIENCE_MS,
  })
  settleAddress({ db, log, edgeUrl: settings.EDGE_URL })
  // Joining anew has made new ones.
  const keys = await openKeys(dataDir)
  const platform = new Platform(settings.PLATFORM_URL, keys.link)
  platform.actAs(identity.partyId)
  say(`keys of this edge, as the console shows them: link ${fingerprint(keys.link)}, node ${fingerprint(keys.node)}`)
  return { settings, dataDir, db, log, heads, keys, platform, identity, now, say }
}

/** As a plan names this party. */
export const selfOf = ({ partyId }: Identity, { link }: Core['keys']): NamedParty => ({
  partyId,
  key: fingerprint(link),
})

/** Fetches the keys by which the platform's tokens are known. */
export async function renewPlatformKeys(core: Core) {
  const keys = await core.platform.keys()
  core.identity = { ...core.identity, keys }
  await saveIdentity(core.db, core.dataDir, core.identity)
}
