import { X509Certificate } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { BadSettings, exitStatusOf, portRefusal } from '@tessera/server'
import { ownRootFile } from '../apps/platform/src/lib/tls.ts'
import { type PlatformSettings, readPlatformSettings } from '../apps/platform/src/settings.ts'
import { answersHere } from './answers.ts'
import { settle, writeEnvFile } from './env-file.ts'
import { whenAskedToEnd } from './foreground.ts'
import { python, root } from './places.ts'
import { missingIn, platformLines } from './platform-env.ts'
import { findTakenPort } from './ports.ts'
import { Services } from './services.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)

const TITLE = 'Settings of this platform: docs/reference/settings.md explains all of them. Restart it after a change.'

const dataDir = resolve(root, process.env.DATA_DIR || '.data/live/platform')
const envFile = join(dataDir, 'platform.env')
const services = new Services(join(dataDir, 'logs'), say)
let stopping = false

async function stop(exitCode: number) {
  if (stopping) process.exit(exitCode || 130)
  stopping = true
  await services.stop()
  process.exit(exitCode)
}

whenAskedToEnd(() => {
  if (!stopping) say('\nStopping …')
  void stop(0)
})

async function start() {
  const lines = platformLines(process.env)
  const values = settle(envFile, lines, process.env)
  const missing = missingIn(values, envFile)
  if (missing) throw new BadSettings(missing)
  const env: NodeJS.ProcessEnv = { ...process.env, ...values, PYTHON: python, DATA_DIR: dataDir }
  // Removes the settings of the demo and of tests, because an environment variable must not weaken or mark a real
  // platform.
  delete env.CAPTCHA_ANSWER
  delete env.DEMO_SECRET
  const settings = readPlatformSettings(env)
  await requirePorts(settings)

  const main = join('apps', 'platform', 'src')
  services.start('fleet', join(main, 'fleet', 'main.ts'), { ...env, FLEET_PORT: String(settings.FLEET_PORT) })
  services.start('platform', join(main, 'main.ts'), env)
  const listener = { isHttps: Boolean(settings.TLS_CERT), host: settings.HOST, port: settings.PORT }
  await services.untilStarted(() => answersHere(listener, '/healthz'), isFleetUp)
  // Writes the settings only after they were checked, so that wrong settings are not stored.
  await writeEnvFile(envFile, TITLE, lines, values)
  report(settings)
}

async function requirePorts({ HOST, PORT, FLEET_PORT }: PlatformSettings) {
  const taken = await findTakenPort(HOST, [PORT, FLEET_PORT])
  if (!taken) return
  const where = existsSync(envFile) ? envFile : 'in the command'
  throw portRefusal({ host: HOST, port: taken.port }, taken.reason, `HOST, PORT or FLEET_PORT: ${where}`)
}

/** Returns whether the fleet runs. Its address file alone proves nothing, because a killed fleet leaves it behind. */
function isFleetUp(): boolean {
  try {
    return JSON.parse(readFileSync(join(dataDir, 'fleet.json'), 'utf8')).pid === services.pidOf('fleet')
  } catch {
    return false
  }
}

function report({ TLS_CERT, PUBLIC_URL, SMTP_URL, SMS_WEBHOOK, FLEET_PORT }: PlatformSettings) {
  say('')
  if (TLS_CERT === 'own') {
    const file = ownRootFile(dataDir)
    say(`Its certificate is under a root of this platform, good for ${new URL(PUBLIC_URL).hostname} and nothing else:`)
    say(`  ${file}`)
    say(`  sha256 ${new X509Certificate(readFileSync(file)).fingerprint256}`)
    say('Set every browser to trust that file. Edges receive it with the enrolment command.')
    say('')
  }
  if (!SMTP_URL || !SMS_WEBHOOK) say(`Codes that are not sent lie in ${join(dataDir, 'outbox')}`)
  say(`Settings: ${envFile}   logs: ${join(dataDir, 'logs')}   edges also need port ${FLEET_PORT}`)
  say(`ready ${PUBLIC_URL}`)
}

start().catch((error: Error) => {
  if (stopping) return
  process.stderr.write(`\n✗ ${error.message}\n`)
  void stop(exitStatusOf(error))
})
