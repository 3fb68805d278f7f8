import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { readEnrolment } from '@tessera/contract'
import * as wire from '@tessera/contract/wire'
import { Child, plainEnvironment } from '@tessera/server'
import { Client } from '../client.ts'
import { DATASET } from '../demo-names.ts'
import { edgesReady } from '../main-job.ts'
import { type DemoParty, engineDir, PARTIES, placesFrom, python, root, SIGNING_PIN } from '../places.ts'
import { upload } from '../steps.ts'
import { until } from '../until.ts'
import { register } from './register.ts'
import { addAddress, OUTER, openWire, removeAddress, type Wire } from './wire.ts'

const RESTART_MS = [500, 1_000, 2_000, 5_000]
/** Time limit that only a hung start reaches. */
const PATIENCE_MS = 300_000

/** A certificate and key that the platform uses instead of its own. */
export interface ShownPair {
  certFile: string
  keyFile: string
  rootFile: string
}

interface Lay {
  /** Address of a PostgreSQL database; without it, the platform uses the embedded database. */
  databaseUrl?: string
  shown?: ShownPair
  /** Additional settings of the edges, by party id. */
  edgeSettings?: Record<string, Record<string, string>>
}

/**
 * Starts an installation on this machine: the platform with its fleet on https, and the edges of the demo's parties,
 * each in its own network whose connection to the platform can have faults.
 */
export async function startInstallation(dataDir: string, port: number, lay: Lay = {}) {
  const { databaseUrl = '', shown, edgeSettings = {} } = lay
  const places = { ...placesFrom({ PORT: String(port), DATA_DIR: dataDir }), platformUrl: `https://${OUTER}:${port}` }
  mkdirSync(places.logs, { recursive: true })
  addAddress(OUTER)
  const forget = () => removeAddress(OUTER)
  process.once('exit', forget)
  const clients = new Map<string, Client>()
  const children = new Map<string, Child>()
  const wires = new Map<string, Wire>()

  async function stop() {
    for (const child of [...children.values()].toReversed()) await child.stop()
    for (const way of wires.values()) await way.close()
    process.off('exit', forget)
    forget()
  }

  function start(name: string, main: string, settings: Record<string, string>, enter: string[] = []) {
    const [command, ...args] = [...enter, process.execPath, '--disable-warning=ExperimentalWarning', join(root, main)]
    const child = new Child({
      name,
      command: command as string,
      args,
      cwd: root,
      env: { ...plainEnvironment(process.env), PYTHON: python, ENGINE_DIR: engineDir, ...settings },
      logPath: join(places.logs, `${name}.log`),
      restartAfterMs: RESTART_MS,
    })
    children.set(name, child.start())
  }

  async function furnish() {
    const platform = {
      HOST: OUTER,
      PORT: String(port),
      PUBLIC_URL: places.platformUrl,
      ...(shown ? { TLS_CERT: shown.certFile, TLS_KEY: shown.keyFile } : { TLS_CERT: 'own' }),
      DATA_DIR: places.platformData,
      DATABASE_URL: databaseUrl,
      FLEET_PORT: String(places.fleetPort),
      ALGORITHMS_DIR: join(engineDir, 'build'),
    }
    start('fleet', join('apps', 'platform', 'src', 'fleet', 'main.ts'), platform)
    start('platform', join('apps', 'platform', 'src', 'main.ts'), platform)
    const rootFile = shown?.rootFile ?? rootIn(places.platformData)
    await trust(rootFile)
    await until('the platform', () => answers(`${places.platformUrl}/healthz`), PATIENCE_MS)
    await until('the fleet', () => readText(join(places.platformData, 'fleet.json')), PATIENCE_MS)

    const files = join(dataDir, 'demo')
    mkdirSync(files)
    spawnSync(python, ['-m', 'engine.demo_data', files], { env: { ...process.env, PYTHONPATH: engineDir } })
    for (const [index, party] of PARTIES.entries()) {
      const client = await found(places.platformUrl, places.platformData, party)
      const { command } = await client.call(wire.CreateEdgeEnrolment)
      const { code } = readEnrolment(command.replace('make edge ENROL=', '')) ?? { code: '' }
      const way = await openWire(index + 1, places.edgePort(index))
      wires.set(party.id, way)
      const edgeUrl = places.edgeUrl(index).replace('http:', 'https:')
      const settings = {
        PORT: String(places.edgePort(index)),
        EDGE_URL: edgeUrl,
        EDGE_TLS_CERT: 'own',
        EDGE_ENROLMENT: code,
        PLATFORM_URL: places.platformUrl,
        PLATFORM_CA: rootFile,
        EDGE_FIRST_PIN: SIGNING_PIN,
        DATA_DIR: places.edgeData(party.id),
        ...edgeSettings[party.id],
      }
      start(`edge-${party.id}`, join('apps', 'edge', 'src', 'main.ts'), settings, way.enter)
      await trust(rootIn(places.edgeData(party.id)))
      client.edgeUrl = edgeUrl
      clients.set(party.id, client)
    }
    await edgesReady(clients)
    for (const party of PARTIES) {
      const client = clients.get(party.id) as Client
      await upload(client, join(files, `${party.share}.csv`), DATASET, 'Biopsies')
    }
  }

  try {
    await furnish()
  } catch (error) {
    // Stops everything here, because the caller receives no handle after a failed start.
    await stop()
    throw error
  }
  return { places, clients, children, wires, stop }
}
export type Installation = Awaited<ReturnType<typeof startInstallation>>

const rootIn = (dataDir: string) => join(dataDir, 'tls', 'ca.pem')

async function trust(rootFile: string) {
  const root = await until(`the root ${rootFile}`, () => readText(rootFile), PATIENCE_MS)
  setDefaultCACertificates([...getCACertificates('default'), root])
}

const answers = (url: string) =>
  fetch(url).then(
    (response) => response.ok || undefined,
    () => undefined,
  )

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}

async function found(platformUrl: string, platformData: string, party: DemoParty): Promise<Client> {
  const client = new Client(platformUrl)
  await register(client, platformData, party)
  await client.call(wire.CreateParty, { id: party.id, name: party.name })
  client.partyId = party.id
  return client
}
