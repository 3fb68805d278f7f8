import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Child, type ChildOptions, ProgressLimit, plainEnvironment } from '@tessera/server'
import { Agent, request } from 'undici'
import { type Authority, federationRanOutOn, SUPERLINK } from './authority.ts'
import { ENGINE, type FleetConfig, LOOPBACK } from './config.ts'

export interface Fleet {
  config: FleetConfig
  authority: Authority
  folders: { logs: string; runs: string; flower: string }
  /** Port of the SuperLink on the loopback address. */
  superlinkPort: number
  report: (line: string) => void
}

const RESTART_AFTER_MS = [300, 600, 1200, 2400, 5000, 10_000]
/** Time within which the SuperLink must start. On a machine that is otherwise idle, this is enough. */
const STARTED_WITHIN_MS = 60_000
const ANSWER_MS = 2_000

export const SUPERLINK_NAMES = [LOOPBACK, 'localhost']
export const superlinkUrl = ({ superlinkPort }: Fleet) => `https://${LOOPBACK}:${superlinkPort}`

/** Starts the SuperLink. Returns once SuperNodes can connect. */
export async function startSuperLink(fleet: Fleet): Promise<Child> {
  const { authority, folders, superlinkPort } = fleet
  const { certFile, keyFile } = await authority.issue(SUPERLINK, SUPERLINK_NAMES)
  // The SuperLink may delete stored nodes only at the fleet's own start, when no SuperNode can be connected.
  const env: NodeJS.ProcessEnv = {
    ...environment(fleet),
    TESSERA_CONTROL_SECRET_FILE: authority.controlSecretFile,
    TESSERA_FORGET_NODES: '1',
  }
  const superlink = new Child({
    ...common(fleet, 'SuperLink', 'superlink.log'),
    args: [
      ...['-m', 'engine.flower.superlink', '--host', LOOPBACK, '--port', String(superlinkPort)],
      ...['--ssl-certfile', certFile, '--ssl-keyfile', keyFile, '--ssl-ca-certfile', authority.caFile],
      ...['--isolation', 'process', ...secrets(fleet), '--enable-supernode-auth'],
      ...['--disable-runtime-dependency-installation', '--database', join(folders.flower, 'superlink.sqlite')],
    ],
    env,
    onStart: () => {
      delete env.TESSERA_FORGET_NODES
    },
  }).start()
  try {
    await untilHealthy(superlinkUrl(fleet), authority.caFile)
  } catch (error) {
    await superlink.stop(0)
    throw error
  }
  return superlink
}

/** Starts the task runner of ServerApps. Calls `onLoss` when the runner ended, and all ServerApps with it. */
export function startServerRunner(fleet: Fleet, onLoss: () => void): Child {
  const options = common(fleet, 'server runner', 'server-runner.log')
  return new Child({
    ...options,
    onExit: (exit) => {
      options.onExit(exit)
      if (!exit.wanted) onLoss()
    },
    args: [
      ...['-m', 'engine.flower.runner', 'server', '--runtime-api-address', `${LOOPBACK}:${fleet.superlinkPort}`],
      ...['--root-certificates', fleet.authority.caFile, ...secrets(fleet)],
    ],
    env: { ...environment(fleet), TESSERA_RUNS: fleet.folders.runs },
  }).start()
}

const common = ({ config, folders, report }: Fleet, name: string, log: string) => ({
  name,
  command: config.python,
  restartAfterMs: RESTART_AFTER_MS,
  onExit: reportEnd(name, report),
  logPath: join(folders.logs, log),
  stamps: true,
})

const environment = ({ folders }: Fleet) => ({
  ...plainEnvironment(process.env),
  PYTHONPATH: ENGINE,
  FLWR_HOME: folders.flower,
})

const secrets = ({ authority }: Fleet) => ['--superexec-auth-secret-file', authority.executorSecretFile]

const reportEnd =
  (name: string, report: (line: string) => void): NonNullable<ChildOptions['onExit']> =>
  ({ code, signal, wanted }) => {
    if (!wanted) report(`${name} ended (${signal ?? `status ${code}`}) and is restarted`)
  }

/** Opens a check of whether the SuperLink answers. The caller must close the check. */
function openSight(url: string, caFile: string) {
  const dispatcher = new Agent({ connect: { ca: readFileSync(caFile) }, headersTimeout: ANSWER_MS })
  return {
    isWell: () =>
      request(`${url}/health`, { dispatcher })
        .then(async ({ statusCode, body }) => {
          await body.dump()
          return statusCode === 200
        })
        .catch(() => false),
    close: () => dispatcher.destroy(),
  }
}

/**
 * Returns a check of the fleet's parts: which of them are not running or do not answer, and whether a certificate has
 * expired.
 */
export function watchParts(fleet: Fleet, runner: () => Child | undefined) {
  const superlink = openSight(superlinkUrl(fleet), fleet.authority.caFile)
  return {
    missing: async () => [
      ...((await superlink.isWell()) ? [] : ['superlink']),
      ...(runner()?.isRunning ? [] : ['server runner']),
      ...((await federationRanOutOn(fleet.config.dataDir, new Date())) ? ['certificate'] : []),
    ],
    close: superlink.close,
  }
}

async function untilHealthy(url: string, caFile: string) {
  const superlink = openSight(url, caFile)
  const progressLimit = new ProgressLimit(STARTED_WITHIN_MS)
  try {
    for (;;) {
      if (await superlink.isWell()) return
      if (progressLimit.hasPassed) throw new Error('SuperLink did not start in time: see logs/superlink.log')
      await new Promise((done) => setTimeout(done, 50))
    }
  } finally {
    await superlink.close()
  }
}
