import { type Confinement, type ErrorCode, phrase } from '@tessera/contract'
import { type Core, renewPlatformKeys } from './core.ts'
import { installationOf, listPartnerKeys, withdrawOfDatasets } from './features/grant/index.ts'
import type { Machine } from './features/health/index.ts'
import { type Outbox, PlatformLink } from './features/link/index.ts'
import { unlistDataset } from './features/rows/index.ts'
import type { Engine } from './features/training/index.ts'
import { runAndLogErrors } from './lib/run-and-log-errors.ts'
import type { FeatureDeps } from './open-deps.ts'

interface Parts {
  outbox: Outbox
  engine: Engine
  deps: FeatureDeps
  machine: Machine
  confinement: Confinement
  rootCertificate: string | null
}

/**
 * Opens the connection to the platform. It carries the edge's reports and the actions that the platform may trigger at
 * the edge.
 */
export function openLink(core: Core, { outbox, engine, deps, machine, confinement, rootCertificate }: Parts) {
  const { settings, dataDir, db, platform, log, heads, keys, logger } = core
  const { dataset, grant } = deps
  return new PlatformLink({
    platform,
    outbox,
    log,
    heads,
    dataDir,
    logger,
    key: keys.link,
    partnerKeys: (partyId) => listPartnerKeys(db, partyId),
    health: () => ({
      components: {
        edge: 'ok',
        storage: machine.state.storage,
        ...engine.health,
      },
      parts: machine.state.parts,
      conditions: machine.state.conditions,
      confinement,
      installation: installationOf(grant.knownCode),
    }),
    address: () => addressOf(grant.address.find(), settings.EDGE_URL, rootCertificate),
    commands: {
      stopRun: (runId) => engine.stopRun(runId),
      endAttempt: (attemptId) => engine.endAttempt(attemptId),
      unlistDataset: (id) =>
        void runAndLogErrors(logger, () => unlistDataset(dataset, id, (gone) => withdrawOfDatasets(grant, gone))),
    },
    onConnect: () =>
      void renewPlatformKeys(core).catch((error) =>
        logger.error({ err: error }, "the platform's keys could not be fetched"),
      ),
    onShutOut: (because) => setShutOut(core, engine, because),
  })
}

/**
 * Returns the address to report to the platform. The edge's own root certificate is valid only for the host of
 * `EDGE_URL`.
 */
function addressOf(edgeUrl: string, here: string, rootCertificate: string | null) {
  const isHere = new URL(edgeUrl).hostname === new URL(here).hostname
  return { edgeUrl, rootCertificate: isHere ? rootCertificate : null }
}

/** Stops training while the platform refuses this edge. During this time, the edge also refuses all callers. */
function setShutOut({ logger, log }: Core, engine: Engine, because: ErrorCode | null) {
  if (because) logger.warn(phrase('en', because))
  else logger.info('the platform accepts this edge again')
  void (because ? engine.stop() : engine.start())
  log.append(because ? 'shut-out' : 'let-in-again', because ? { because } : {})
}
