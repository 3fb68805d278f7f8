import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = join(dirname(fileURLToPath(import.meta.url)), '..')
export const python = join(root, '.venv', 'bin', 'python')
export const engineDir = join(root, 'engine')

/** The parties of the demo, with their administrators and their shares of the table (`engine/engine/demo_data.py`). */
export const PARTIES = [
  {
    id: '1001',
    username: 'alice',
    email: 'alice@clinic.example',
    share: 'clinic',
    name: { cn: '滨江门诊部', en: 'Riverside Clinic' },
  },
  {
    id: '1002',
    username: 'bob',
    email: 'bob@county.example',
    share: 'county',
    name: { cn: '湖滨县医院', en: 'Lakeside County Hospital' },
  },
  {
    id: '1003',
    username: 'carol',
    email: 'carol@university.example',
    share: 'university',
    name: { cn: '山城大学医院', en: 'Hillside University Hospital' },
  },
] as const
export type DemoParty = (typeof PARTIES)[number]

/** The PIN of every signer in the demo. The platform never receives it. */
export const SIGNING_PIN = '202620'

/** Returns the addresses and folders of all processes. `docs/reference/settings.md` explains the settings. */
export function placesFrom(env: NodeJS.ProcessEnv) {
  const port = Number(env.PORT ?? 8080)
  if (!Number.isInteger(port) || port < 1 || port > 65_531)
    throw new Error(`PORT=${env.PORT} is not a port number with four more above it.`)
  const dataDir = resolve(root, env.DATA_DIR ?? '.data')
  return {
    port,
    host: env.HOST ?? '127.0.0.1',
    dataDir,
    platformUrl: `http://127.0.0.1:${port}`,
    fleetPort: port + 4,
    edgePort: (index: number) => port + 1 + index,
    /** Uses `localhost` instead of an IP address, for which browsers create no passkeys. */
    edgeUrl: (index: number) => `http://localhost:${port + 1 + index}`,
    journal: join(dataDir, 'demo.json'),
    demoLock: join(dataDir, 'demo.lock'),
    logs: join(dataDir, 'logs'),
    platformData: join(dataDir, 'platform'),
    edgeData: (partyId: string) => join(dataDir, `edge-${partyId}`),
  }
}
export type Places = ReturnType<typeof placesFrom>
