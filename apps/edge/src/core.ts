import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { NamedParty } from '@tessera/contract'
import type { Identity } from '@tessera/contract/wire'
import type { Logger } from '@tessera/server'
import { type Db, openDb } from './db/open.ts'
import { fingerprint, joinParty, openKeys, Platform, saveIdentity, settleAddress } from './features/link/index.ts'
import { CountersignedHeads } from './lib/countersigned-heads.ts'
import { DecisionLog } from './lib/decision-log.ts'
import type { EdgeSettings } from './settings.ts'

/** The base that every part of an edge uses: its settings, folder, database, log, keys, platform and identity. */
export interface Core {
  settings: EdgeSettings
  dataDir: string
  db: Db
  log: DecisionLog
  /** Signed log heads: those of this edge's log that other parties signed, and those of other logs. */
  heads: CountersignedHeads
  keys: Awaited<ReturnType<typeof openKeys>>
  platform: Platform
  /**
   * The identity of this edge. It changes while the edge runs, because the edge fetches the platform's keys again at
   * each connection.
   */
  identity: Identity
  now: () => Date
  /** Logger of the process. The field `log` is a different log: the signed record of decisions. */
  logger: Logger
}

/** How long an edge that joins waits for a platform that is still starting. */
const ENROLMENT_PATIENCE_MS = 60_000

/** Opens the data in the edge's folder. If the edge has not joined its party yet, it joins first. */
export async function openCore(settings: EdgeSettings, logger: Logger): Promise<Core> {
  const dataDir = settings.DATA_DIR
  const now = () => new Date()
  const db = openDb(dataDir)
  await rm(join(dataDir, 'tmp'), { recursive: true, force: true })
  const log = new DecisionLog(dataDir, now)
  const heads = new CountersignedHeads(dataDir, now)
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
    silentLimitMs: ENROLMENT_PATIENCE_MS,
  })
  settleAddress({ db, log, edgeUrl: settings.EDGE_URL })
  // Joining again replaces the keys, so they are read again.
  const keys = await openKeys(dataDir)
  const platform = new Platform(settings.PLATFORM_URL, keys.link)
  platform.actAs(identity.partyId)
  logger.info(
    `keys of this edge, as the console shows them: link ${fingerprint(keys.link)}, node ${fingerprint(keys.node)}`,
  )
  return { settings, dataDir, db, log, heads, keys, platform, identity, now, logger }
}

/** Returns this party in the form in which a plan names it. */
export const selfOf = ({ partyId }: Identity, { link }: Core['keys']): NamedParty => ({
  partyId,
  key: fingerprint(link),
})

/** Fetches the public keys that verify the platform's tokens. */
export async function renewPlatformKeys(core: Core) {
  const keys = await core.platform.keys()
  core.identity = { ...core.identity, keys }
  await saveIdentity(core.db, core.dataDir, core.identity)
}
