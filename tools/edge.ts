import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type Enrolment, readEnrolment } from '@tessera/contract'
import { BadSettings, exitStatusOf, writeAtomically } from '@tessera/server'
import { edgeLines } from './edge-env.ts'
import { changeEnvFile, settle, writeEnvFile } from './env-file.ts'
import { watchParent } from './foreground.ts'
import { fetchRoot } from './pinned-root.ts'
import { engineDir, python, root } from './places.ts'

const HOW_TO_JOIN =
  "The party's administrator gets the command in the console, on the environment page: make edge ENROL=<code>@https://…"

const TITLE = 'Settings of this edge: docs/reference/settings.md explains all of them. Restart it after a change.'

const dataDir = resolve(root, process.env.DATA_DIR || '.data/live/edge')
const envFile = join(dataDir, 'edge.env')

interface Settled {
  values: Record<string, string>
  /**
   * Stores the settings for later starts. Called after the edge has started, so that invalid settings are not stored.
   */
  keep: () => Promise<void>
}

/** Reads the settings of the edge, then runs the edge. */
async function start() {
  const enrolment = process.env.ENROL ? readCommand(process.env.ENROL) : undefined
  const { values, keep } = enrolment ? await settingsToJoin(enrolment) : keptSettings()
  Object.assign(process.env, { PYTHON: python, ENGINE_DIR: engineDir, ...values, DATA_DIR: dataDir })
  if (enrolment) process.env.EDGE_ENROLMENT = enrolment.code
  const { started } = await import('../apps/edge/src/main.ts')
  await started
  await keep()
  process.stdout.write(`Settings: ${envFile}   browsers of your party use ${values.EDGE_URL}\n`)
}

function readCommand(text: string): Enrolment {
  return readEnrolment(text) ?? fail(`ENROL is not what the console shows. ${HOW_TO_JOIN}`)
}

/**
 * Returns the settings for joining a platform. Stores the platform's address and, if the command names a root
 * certificate, that certificate.
 */
async function settingsToJoin({ platformUrl, rootFingerprint }: Enrolment): Promise<Settled> {
  const rootFile = rootFingerprint && join(dataDir, 'platform-root.pem')
  if (rootFile) {
    const pem = await fetchRoot(platformUrl, rootFingerprint)
    await writeAtomically(rootFile, pem, 0o644)
  }
  const platform = { PLATFORM_URL: platformUrl, ...(rootFile ? { PLATFORM_CA: rootFile } : {}) }
  const lines = edgeLines(platformUrl, process.env)
  const values = { ...settle(envFile, lines, process.env), ...platform }
  const keep = () =>
    existsSync(envFile) ? changeEnvFile(envFile, platform) : writeEnvFile(envFile, TITLE, lines, values)
  return { values, keep }
}

function keptSettings(): Settled {
  if (!existsSync(envFile)) fail(`There is no edge in ${dataDir} yet. ${HOW_TO_JOIN}`)
  return { values: settle(envFile, edgeLines('', process.env), process.env), keep: async () => {} }
}

function fail(message: string): never {
  throw new BadSettings(message)
}

// The edge handles SIGTERM with an orderly shutdown.
watchParent(() => process.kill(process.pid, 'SIGTERM'))

start().catch((error: Error) => {
  process.stderr.write(`\n✗ ${error.message}\n`)
  process.exit(exitStatusOf(error))
})
