import { X509Certificate } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import type { Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { type EdgeComponent, type ErrorCode, phrase } from '@tessera/contract'
import { SIGNERS_PAGE_PATH } from '@tessera/contract/wire'
import { InferenceRuntime } from '@tessera/inference'
import { readConfinement, takeLock } from '@tessera/server'
import { buildApp } from './app.ts'
import { openDb } from './db/open.ts'
import {
  type DatasetDeps,
  deleteDataset,
  deleteOldDrafts,
  deleteOldUploads,
  RowOrders,
  removeDeletedFiles,
  removeStrays,
} from './features/dataset/index.ts'
import {
  type GrantDeps,
  installationOf,
  readKnownCode,
  removeSpentRows,
  withdrawOfDatasets,
} from './features/grant/index.ts'
import { type MachineState, readMachine } from './features/health/index.ts'
import { checkKeptModels, type InferenceDeps, resume } from './features/inference/index.ts'
import {
  type ComponentHealth,
  fingerprint,
  type Identity,
  joinParty,
  keyPaths,
  Outbox,
  openKeys,
  Platform,
  PlatformLink,
  saveIdentity,
} from './features/link/index.ts'
import { Challenges, offerFirstFactors, Secrets, seedSigners, tellLostPepper } from './features/signing/index.ts'
import {
  buildGuard,
  EngineProcesses,
  killingWorkers,
  makeGuardSecret,
  stopRun,
  tellingDeaths,
  Workers,
} from './features/training/index.ts'
import { DecisionLog } from './lib/decision-log.ts'
import { Duck } from './lib/duck.ts'
import { EdgeTokens } from './lib/edge-token.ts'
import { openCertificate, trustPlatform } from './lib/tls.ts'
import type { EdgeSettings } from './settings.ts'

const SWEEP_MS = 60 * 60 * 1_000
const MACHINE_LOOK_MS = 10_000
/** How long a platform that is still starting is waited for when an edge joins. */
const ENROLMENT_PATIENCE_MS = 60_000

/** Starts the one edge of its folder, and answers how to stop it. */
export async function startEdge(settings: EdgeSettings, say: (line: string) => void) {
  mkdirSync(settings.DATA_DIR, { recursive: true, mode: 0o700 })
  const giveBack = takeLock(
    join(settings.DATA_DIR, 'edge.lock'),
    (holder) => `DATA_DIR is in use by another edge, ${holder}. Stop it, or give each its own folder.`,
  )
  try {
    const edge = await start(settings, say)
    return { ...edge, stop: () => edge.stop().finally(giveBack) }
  } catch (error) {
    giveBack()
    throw error
  }
}

/** Puts an edge together. */
async function start(settings: EdgeSettings, say: (line: string) => void) {
  const dataDir = settings.DATA_DIR
  trustPlatform(settings)
  const certificate = await openCertificate(settings)
  const now = () => new Date()
  const db = openDb(dataDir)
  await rm(join(dataDir, 'tmp'), { recursive: true, force: true })
  const log = new DecisionLog(dataDir, now)
  const before = await openKeys(dataDir)
  let identity: Identity = await joinParty({
    db,
    log,
    platform: new Platform(settings.PLATFORM_URL, before.link),
    keys: before,
    dataDir,
    platformUrl: settings.PLATFORM_URL,
    edgeUrl: settings.EDGE_URL,
    code: settings.EDGE_ENROLMENT,
    patienceMs: ENROLMENT_PATIENCE_MS,
  })
  const keys = await openKeys(dataDir)
  const platform = new Platform(settings.PLATFORM_URL, keys.link)
  platform.actAs(identity.partyId)
  const { confinement, words } = await readConfinement({ python: settings.PYTHON, engineDir: settings.ENGINE_DIR })
  say(words)
  say(`keys of this edge, as the console shows them: link ${fingerprint(keys.link)}, node ${fingerprint(keys.node)}`)

  const duck = await Duck.open(dataDir)
  const outbox = new Outbox(db, now)
  const runtime = new InferenceRuntime({ python: settings.PYTHON, engineDir: settings.ENGINE_DIR, say })
  const tokens = new EdgeTokens({
    partyId: () => identity.partyId,
    keys: () => identity.keys,
    shutOut: () => link.shutOut,
    now,
  })
  const workers = new Workers((pid) => processes.kill(pid))
  const minimumRows = settings.EDGE_MINIMUM_ROWS
  const knownCode = readKnownCode(settings.ENGINE_DIR)
  const orders = new RowOrders(duck, dataDir)
  const dataset: DatasetDeps = { db, duck, log, outbox, dataDir, orders, minimumRows, platform, now }
  const grant: GrantDeps = {
    ...dataset,
    edgeUrl: settings.EDGE_URL,
    knownCode,
    challenges: new Challenges(now),
    secrets: new Secrets(dataDir),
    platform,
    killWorkers: killingWorkers(workers, outbox),
  }
  const inference: InferenceDeps = {
    ...{ db, duck, log, outbox, tokens, runtime, dataDir, platform, now, say },
    partyId: () => identity.partyId,
  }

  seedSigners(grant, { enroller: identity.signer, usernames: settings.EDGE_SIGNERS })

  const tellDeaths = tellingDeaths(workers, outbox)
  /** For what nobody waits for: a full disk must not end the edge. */
  const surviving = (work: () => void) => {
    try {
      work()
    } catch (error) {
      say(String(error))
    }
  }

  const { secret, file: guardSecretFile } = await makeGuardSecret(dataDir)
  const guard = buildGuard({ db, log, outbox, platform, workers, secret, now, say })
  await guard.listen({ host: '127.0.0.1', port: 0 })
  const guardUrl = `http://127.0.0.1:${(guard.server.address() as AddressInfo).port}`
  const paths = keyPaths(dataDir)
  const processes = new EngineProcesses({
    dataDir,
    python: settings.PYTHON,
    engineDir: settings.ENGINE_DIR,
    fleetAddress: identity.fleetAddress,
    fleetAuthorityFile: paths.fleetAuthority,
    nodeKeyFile: paths.node,
    guardUrl,
    guardSecretFile,
    onChange: (name, change) => {
      say(`${name} ${change}`)
      surviving(() => {
        if (change === 'ended') tellDeaths(name === 'runner' ? 'run.worker-died' : 'run.supernode-lost')
        link.beat()
      })
    },
  })

  /** Its starts and stops, one after the other. */
  let engine: Promise<void> = Promise.resolve()
  const setEngine = (act: () => Promise<void>) => {
    engine = engine.then(act).catch((error) => say(String(error)))
    return engine
  }
  const setShutOut = (because: ErrorCode | null) => {
    say(because ? phrase('en', because) : 'the platform takes this edge in again')
    void setEngine(async () => {
      if (!because) return processes.start()
      await processes.stop()
      workers.forgetAll()
    })
    log.append(because ? 'shut-out' : 'let-in-again', because ? { because } : {})
  }

  let machine: MachineState = await readMachine(dataDir)
  const link = new PlatformLink({
    platform,
    outbox,
    log,
    key: keys.link,
    dataDir,
    health: () => ({
      components: {
        edge: 'ok',
        storage: machine.isStorageWritable ? 'ok' : 'failed',
        ...processes.health,
      } satisfies Record<EdgeComponent, ComponentHealth>,
      conditions: machine.conditions,
      confinement,
      installation: installationOf(knownCode),
    }),
    address: { edgeUrl: settings.EDGE_URL, rootCertificate: certificate?.root ?? null },
    commands: {
      stopRun: (runId) => stopRun({ db, log, workers, now }, runId),
      deleteDataset: (id) =>
        void deleteDataset(dataset, id, (gone) => withdrawOfDatasets(grant, gone)).catch((error) => say(String(error))),
    },
    onConnect: () => {
      platform
        .keys()
        .then(async (published) => {
          identity = { ...identity, keys: published }
          await saveIdentity(db, dataDir, identity)
        })
        .catch((error) => say(`the platform's keys could not be fetched: ${error}`))
    },
    onShutOut: setShutOut,
    say,
  })

  const app = buildApp({
    ...{ dataset, grant, inference, tokens },
    consoleOrigin: () => identity.consoleOrigin,
    prefix: settings.PREFIX,
    pageDir: settings.PAGE_DIR,
    logger: true,
    https: certificate?.pair,
    rootCertificate: certificate?.root ?? null,
  })
  await removeStrays(dataset)
  await checkKeptModels(inference)
  await app.listen({ host: settings.HOST, port: settings.PORT })
  certificate?.keepFresh(app.server as Server, say)
  if (certificate?.root) {
    say(
      `browsers of this party must trust ${settings.EDGE_URL}/certificate, sha256 ${new X509Certificate(certificate.root).fingerprint256}`,
    )
  }
  await offerFirstFactors(
    { ...grant, say },
    { firstPin: settings.EDGE_FIRST_PIN, page: `${settings.EDGE_URL}${SIGNERS_PAGE_PATH}` },
  )
  tellLostPepper({ ...grant, say })
  await setEngine(() => processes.start())
  link.start()
  await removeDeletedFiles(dataset)
  await resume(inference)

  const sweep = () => {
    deleteOldDrafts(dataset).catch((error) => say(String(error)))
    deleteOldUploads(dataset).catch((error) => say(String(error)))
    surviving(() => removeSpentRows(grant))
  }
  sweep()
  const timers = [
    setInterval(sweep, SWEEP_MS),
    setInterval(() => {
      readMachine(dataDir).then(
        (state) => {
          machine = state
        },
        (error) => say(String(error)),
      )
    }, MACHINE_LOOK_MS),
  ]

  return {
    partyId: identity.partyId,
    async stop() {
      for (const timer of timers) clearInterval(timer)
      link.stop()
      await Promise.all([setEngine(() => processes.stop()), app.close()])
      await guard.close()
      await runtime.close()
      duck.close()
      db.close()
      log.close()
    },
  }
}
