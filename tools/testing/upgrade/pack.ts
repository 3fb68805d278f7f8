import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export const FIXTURE = join(import.meta.dirname, '7d656ea')

/** In the packed books, in place of the folder that they were made in and of the platform's fleet. */
export const DATA_DIR = '{{DATA_DIR}}'
export const PLATFORM_URL = '{{PLATFORM_URL}}'
export const FLEET_ADDRESS = '{{FLEET_ADDRESS}}'

/** Long after whoever reads this: a ticket must not run out before the tests are done with it. */
const EXPIRY = '2126-01-01T00:00:00.000Z'
/** Good once, or for a while. */
const SHORT_LIVED = ['session', 'captcha', 'verification_code', 'rate_limit', 'login_failure']
/** The books themselves are packed as text; locks, logs and mails are of no use anywhere else. */
const LEFT_OUT = [
  'database*',
  '*.sqlite*',
  '*.lock',
  '*.log',
  'logs',
  'outbox',
  'tmp',
  'demo',
  'source',
  'cache',
  'fleet.json',
]
export const BOOKS = { platform: 'platform/flower/superlink.sqlite', edge: 'edge.sqlite' }

interface Packed {
  dataDir: string
  platformUrl: string
  fleetPort: number
  databaseUrl: string
  partyIds: string[]
}

/** Packs what an installation left behind: what its databases hold as text, the files beside them in one archive. */
export function pack(from: Packed, target: string) {
  mkdirSync(target, { recursive: true })
  const write = (name: string, text: string) => writeFileSync(join(target, `${name}.sql`), withPlaceholders(from, text))
  execFileSync('psql', ['-q', from.databaseUrl, '-c', `update grant_notice set expiry_time = '${EXPIRY}'`])
  write('platform', dumpDatabase(from.databaseUrl))
  write('superlink', dumpBooks(join(from.dataDir, BOOKS.platform)))
  for (const id of from.partyIds) {
    const books = join(from.dataDir, `edge-${id}`, BOOKS.edge)
    write(`edge-${id}`, dumpBooks(books, `update grants set expiry_time = '${EXPIRY}'`))
  }
  const folders = ['platform', ...from.partyIds.map((id) => `edge-${id}`)]
  const without = LEFT_OUT.map((name) => `--exclude=${name}`)
  execFileSync('tar', [
    '-czf',
    join(target, 'files.tar.gz'),
    '-C',
    from.dataDir,
    '--owner=0',
    '--group=0',
    ...without,
    ...folders,
  ])
}

function dumpDatabase(url: string): string {
  const options = ['--inserts', '--no-owner', '--no-privileges', ...SHORT_LIVED.map((t) => `--exclude-table-data=${t}`)]
  const dump = execFileSync('pg_dump', [...options, url], { encoding: 'utf8', maxBuffer: 1 << 28 })
  // Commands of psql's own, and settings that another version of PostgreSQL may not know.
  return dump.replaceAll(/^(\\.*|--|-- .*|SET .*|SELECT pg_catalog\.set_config.*)\n/gm, '')
}

/** Python's own dump of SQLite: statements that make the same books again. */
function dumpBooks(file: string, first = 'select 1'): string {
  const script = `import sqlite3, sys
books = sqlite3.connect(sys.argv[1])
books.execute(sys.argv[2])
books.commit()
print('\\n'.join(books.iterdump()))
print(f"pragma user_version = {books.execute('pragma user_version').fetchone()[0]};")`
  return execFileSync('python3', ['-c', script, file, first], { encoding: 'utf8', maxBuffer: 1 << 28 })
}

function withPlaceholders({ dataDir, platformUrl, fleetPort }: Packed, text: string): string {
  return text
    .replaceAll(dataDir, DATA_DIR)
    .replaceAll(platformUrl, PLATFORM_URL)
    .replaceAll(`127.0.0.1:${fleetPort}`, FLEET_ADDRESS)
}
