import type { ErrorCode } from '@tessera/contract'
import { InferenceRuntime } from '@tessera/inference'
import { type Core, selfOf } from './core.ts'
import { RowHashes } from './features/differencing/index.ts'
import { type GrantDeps, readKnownCode } from './features/grant/index.ts'
import type { InferenceDeps } from './features/inference/index.ts'
import { findAddress, type Outbox, signHandover, storeAddress } from './features/link/index.ts'
import type { ResultDeps } from './features/result/index.ts'
import { type DatasetDeps, RowOrders } from './features/rows/index.ts'
import { Challenges, findMember, HouseProvider, Refusals, Secrets } from './features/signing/index.ts'
import { CallerCheck } from './lib/caller-check.ts'
import { Duck } from './lib/duck.ts'
import { EdgeSessions } from './lib/edge-sessions.ts'
import { EdgeTokens } from './lib/edge-token.ts'
import { differenceLimitsOf } from './settings.ts'

export interface FeatureDeps {
  dataset: DatasetDeps
  grant: GrantDeps
  inference: InferenceDeps
  result: ResultDeps
  tokens: EdgeTokens
  callerCheck: CallerCheck
  close: () => Promise<void>
}

interface Beside {
  outbox: Outbox
  killWorkers: GrantDeps['killWorkers']
  /** Callback after a signer has confirmed another address of this edge. */
  reportAddress: () => void
  /** Returns the reason why this edge currently serves no callers, or null if it serves them. */
  shutOut: () => ErrorCode | null
}

/** Opens the dependencies that the edge's features need. */
export async function openDeps(
  core: Core,
  { outbox, killWorkers, reportAddress, shutOut }: Beside,
): Promise<FeatureDeps> {
  const { settings, dataDir, db, log, platform, now, logger } = core
  const duck = await Duck.open(dataDir)
  const runtime = new InferenceRuntime({
    python: settings.PYTHON,
    engineDir: settings.ENGINE_DIR,
    say: (line) => logger.error(line),
  })
  const partyId = () => core.identity.partyId
  const tokens = new EdgeTokens({ partyId, keys: () => core.identity.keys, shutOut, now })
  const orders = new RowOrders(duck, dataDir)
  const minimumRows = settings.EDGE_MINIMUM_ROWS
  const edgeUrl = settings.EDGE_URL
  const dataset: DatasetDeps = { db, duck, log, outbox, dataDir, orders, minimumRows, platform, now, edgeUrl }
  const differenceLimits = differenceLimitsOf(settings)
  const sessions = new EdgeSessions(log, now)
  const callerCheck = new CallerCheck({
    tokens,
    sessions,
    partyId,
    edgeUrl,
    now,
    findMember: (username) => findMember(db, username),
  })
  const grant: GrantDeps = {
    ...dataset,
    knownCode: readKnownCode(settings.ENGINE_DIR),
    challenges: new Challenges(now),
    refusals: new Refusals(now),
    sessions,
    secrets: new Secrets(dataDir),
    signHandover: (to, edgeUrl) => signHandover(core.keys.link, { partyId: partyId(), to, edgeUrl }, now()),
    address: {
      find: () => findAddress(db) ?? edgeUrl,
      keep: (confirmed) => {
        storeAddress(db, confirmed)
        reportAddress()
      },
    },
    provider: settings.PROVIDER && new HouseProvider(settings.PROVIDER, { now, logger }),
    platform,
    hashes: new RowHashes({ db, duck, dataDir, limits: differenceLimits }),
    differenceLimits,
    self: () => selfOf(core.identity, core.keys),
    killWorkers,
  }
  const inference: InferenceDeps = {
    db,
    duck,
    log,
    outbox,
    callerCheck,
    runtime,
    dataDir,
    platform,
    now,
    logger,
    party: () => core.identity,
  }
  const close = async () => {
    sessions.close()
    await runtime.close()
    duck.close()
  }
  const result: ResultDeps = { db, log, dataDir, platform, now, differenceLimits }
  return { dataset, grant, inference, result, tokens, callerCheck, close }
}
