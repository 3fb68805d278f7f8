import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = join(dirname(fileURLToPath(import.meta.url)), '..')
export const python = join(root, '.venv', 'bin', 'python')
export const engineDir = join(root, 'engine')

/** The parties of the demo, their people and their towns' names. */
export const PARTIES = [
  {
    id: '1001',
    username: 'alice',
    email: 'alice@first.example',
    name: '滨江市第一医院',
    nameEn: 'Riverside First Hospital',
  },
  { id: '1002', username: 'bob', email: 'bob@second.example', name: '湖州妇幼医院', nameEn: 'Lakeside Women Hospital' },
  {
    id: '1003',
    username: 'carol',
    email: 'carol@third.example',
    name: '中山肿瘤中心',
    nameEn: 'Hillside Cancer Centre',
  },
] as const
export type DemoParty = (typeof PARTIES)[number]

export const PASSWORD = 'Tessera@2026'

/** Where everything listens and keeps its data; `docs/settings.md` lists the settings. */
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
    edgeUrl: (index: number) => `http://127.0.0.1:${port + 1 + index}`,
    logs: join(dataDir, 'logs'),
    platformData: join(dataDir, 'platform'),
    edgeData: (partyId: string) => join(dataDir, `edge-${partyId}`),
  }
}
export type Places = ReturnType<typeof placesFrom>
