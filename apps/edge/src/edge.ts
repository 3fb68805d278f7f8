import { X509Certificate } from 'node:crypto'
import type { Server } from 'node:https'
import { join } from 'node:path'
import { MEMBERS_PAGE_PATH } from '@tessera/contract/wire'
import { acquireLock, type Logger, listening, makeDataDir, readConfinement, repeat } from '@tessera/server'
import { buildApp } from './app.ts'
import { type Core, openCore, selfOf } from './core.ts'
import { removeSpentRows } from './features/grant/index.ts'
import { watchMachine } from './features/health/index.ts'
import { resume } from './features/inference/index.ts'
import { keyPaths, Outbox } from './features/link/index.ts'
import { recordLeftResults } from './features/result/index.ts'
import { deleteOldDrafts, eraseDeleted, removeDeletedFiles, removeStrays } from './features/rows/index.ts'
import { moveOf, offerFirstFactors, reportLostPepper, seedSigners } from './features/signing/index.ts'
import { openEngine } from './features/training/index.ts'
import { deleteOldArchives } from './features/upload/index.ts'
import { runAndLogErrors } from './lib/run-and-log-errors.ts'
import { openCertificate, trustPlatform } from './lib/tls.ts'
import { type FeatureDeps, openDeps } from './open-deps.ts'
import { openLink } from './open-link.ts'
import { differenceLimitsOf, type EdgeSettings } from './settings.ts'

const SWEEP_MS = 60 * 60 * 1_000

/** Starts the edge of a data folder and returns a function that stops it. Only one edge can run per folder. */
export async function startEdge(settings: EdgeSettings, logger: Logger) {
  makeDataDir(settings.DATA_DIR)
  const giveBack = acquireLock(
    join(settings.DATA_DIR, 'edge.lock'),
    (holder) => `DATA_DIR is in use by another edge, ${holder}. Stop it, or give each its own folder.`,
  )
  try {
    const edge = await start(settings, logger)
    return { ...edge, stop: () => edge.stop().finally(giveBack) }
  } catch (error) {
    giveBack()
    throw error
  }
}

async function start(settings: EdgeSettings, logger: Logger) {
  trustPlatform(settings)
  const certificate = await openCertificate(settings)
  const rootCertificate = certificate?.root ?? null
  const core = await openCore(settings, logger)
  const outbox = new Outbox(core.db, core.now)
  const confinement = await reportConfinement(core)

  const engine = await engineOf(core, outbox, {
    onChange: () => link.beat(),
    reportProgress: (progress) => link.reportProgress(progress),
    reportWork: (work) => link.reportWork(work),
    reportSilence: (silence) => link.reportSilence(silence),
  })
  const deps = await openDeps(core, {
    outbox,
    killWorkers: engine.killWorkers,
    reportAddress: () => link.reportAddress(),
    shutOut: () => link.shutOut,
  })
  const machine = await watchMachine({ dataDir: core.dataDir, db: core.db, pageDir: settings.PAGE_DIR }, logger)
  const link = openLink(core, { outbox, engine, deps, machine, confinement, rootCertificate })

  seedSigners(deps.grant, { enroller: core.identity.signer, usernames: settings.EDGE_SIGNERS })
  await removeStrays(deps.dataset)
  recordLeftResults(deps.result)

  const app = buildApp({
    ...deps,
    consoleOrigin: () => core.identity.consoleOrigin,
    prefix: settings.PREFIX,
    pageDir: settings.PAGE_DIR,
    logger,
    https: certificate?.pair,
    rootCertificate,
  })
  const place = { host: settings.HOST, port: settings.PORT }
  await listening(app.listen(place), place, 'PORT and EDGE_URL')
  certificate?.reloadOnChange(app.server as Server, (line) => logger.info(line))
  printRoot(core, rootCertificate)
  printMove(core, deps)
  await notifySigners(core, deps)

  await engine.start()
  link.start()
  await removeDeletedFiles(deps.dataset)
  await resume(deps.inference)
  const stopSweeping = sweepNowAndThen(core, deps)

  return {
    partyId: core.identity.partyId,
    async stop() {
      link.stop()
      await Promise.all([stopSweeping(), machine.stop()])
      await Promise.all([engine.close(), app.close()])
      await deps.close()
      core.db.close()
      core.log.close()
      core.heads.close()
    },
  }
}

async function reportConfinement({ settings, logger }: Core) {
  const { confinement, words } = await readConfinement({ python: settings.PYTHON, engineDir: settings.ENGINE_DIR })
  if (confinement === 'on') logger.info(words)
  else logger.warn(words)
  return confinement
}

function engineOf(
  { settings, identity, ...core }: Core,
  outbox: Outbox,
  tells: Pick<Parameters<typeof openEngine>[0], 'onChange' | 'reportProgress' | 'reportWork' | 'reportSilence'>,
) {
  const { fleetAuthority, node } = keyPaths(core.dataDir)
  return openEngine({
    ...core,
    outbox,
    ...tells,
    self: () => selfOf(identity, core.keys),
    differenceLimits: differenceLimitsOf(settings),
    python: settings.PYTHON,
    engineDir: settings.ENGINE_DIR,
    fleetAddress: identity.fleetAddress,
    fleetAuthorityFile: fleetAuthority,
    nodeKeyFile: node,
    silentSeconds: settings.EDGE_SILENT_SECONDS,
  })
}

function printRoot({ settings, logger }: Core, root: string | null) {
  if (!root) return
  const { fingerprint256 } = new X509Certificate(root)
  logger.info(`browsers of this party must trust ${settings.EDGE_URL}/certificate, sha256 ${fingerprint256}`)
}

/**
 * Logs that the edge's address has changed. Until a signer confirms the new address, the platform sends browsers to the
 * old one.
 */
function printMove({ settings, logger }: Core, { grant }: FeatureDeps) {
  const move = moveOf(grant)
  if (!move) return
  const page = `${settings.EDGE_URL}${MEMBERS_PAGE_PATH}`
  logger.warn(
    `EDGE_URL is ${move.to}. The platform continues to send browsers to ${move.from}, until a signer confirms the new address on ${page}`,
  )
}

/** Logs how signers without a PIN or passkey get their first one, and which signers lost theirs with the pepper. */
async function notifySigners({ settings, logger }: Core, { grant }: FeatureDeps) {
  const page = `${settings.EDGE_URL}${MEMBERS_PAGE_PATH}`
  await offerFirstFactors({ ...grant, logger }, { firstPin: settings.EDGE_FIRST_PIN, page })
  reportLostPepper({ ...grant, logger })
}

/** Deletes expired data at start and then every hour. */
function sweepNowAndThen({ logger }: Core, { dataset, grant }: FeatureDeps) {
  const sweep = async () => {
    await runAndLogErrors(logger, () => deleteOldDrafts(dataset))
    await runAndLogErrors(logger, () => deleteOldArchives(dataset))
    await runAndLogErrors(logger, () => eraseDeleted(dataset))
    await runAndLogErrors(logger, () => removeSpentRows(grant))
  }
  void sweep()
  return repeat(SWEEP_MS, sweep)
}
