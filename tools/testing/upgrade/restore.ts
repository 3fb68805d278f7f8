import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { openEmptyEmbedded } from '../../../apps/platform/src/testing/database.ts'
import type { Places } from '../../places.ts'
import { BOOKS, DATA_DIR, FIXTURE, FLEET_ADDRESS, PLATFORM_URL } from './pack.ts'

/** Those of its parties that have an edge. */
export const EDGES = ['1001', '1002'] as const

/** Lays the packed installation out in the folder of `places`, as if it had always been there. */
export async function restore(places: Places) {
  mkdirSync(places.dataDir, { recursive: true, mode: 0o700 })
  execFileSync('tar', ['-xzf', join(FIXTURE, 'files.tar.gz'), '-C', places.dataDir])
  fillBooks(join(places.dataDir, BOOKS.platform), read(places, 'superlink'))
  for (const id of EDGES) fillBooks(join(places.edgeData(id), BOOKS.edge), read(places, `edge-${id}`))
  const database = await openEmptyEmbedded(join(places.platformData, 'database'))
  await database.exec(databaseOf(places))
  await database.close()
}

/** The platform's database as it was, as statements for any PostgreSQL. */
export const databaseOf = (places: Places) => read(places, 'platform')

function read({ dataDir, platformUrl, fleetPort }: Places, name: string): string {
  return readFileSync(join(FIXTURE, `${name}.sql`), 'utf8')
    .replaceAll(DATA_DIR, dataDir)
    .replaceAll(PLATFORM_URL, platformUrl)
    .replaceAll(FLEET_ADDRESS, `127.0.0.1:${fleetPort}`)
}

function fillBooks(file: string, statements: string) {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  // Its tables come in the order of their names, not in that of what refers to what.
  const books = new DatabaseSync(file, { enableForeignKeyConstraints: false })
  books.exec(statements)
  books.close()
}
