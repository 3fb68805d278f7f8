/**
 * Helpers for the benchmarks of lists: the whole platform except the network, on its own database, and the times of a
 * call.
 */
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Endpoint } from '@tessera/contract'
import { sql } from 'drizzle-orm'
import { build, createApp } from '../apps/platform/src/app.ts'
import type { Database } from '../apps/platform/src/db/open.ts'
import { query } from '../apps/platform/src/db/pool.ts'
import { NO_OUTAGES } from '../apps/platform/src/lib/database-watch.ts'
import { openFolderStore } from '../apps/platform/src/lib/files.ts'
import { openKeys } from '../apps/platform/src/lib/keys.ts'
import { readPlatformSettings } from '../apps/platform/src/settings.ts'
import { type DatabaseKind, openTestDatabase, serverIsThere } from '../apps/platform/src/testing/database.ts'
import { asUser, buildParty, type TestParty, type TestUser } from '../apps/platform/src/testing/factories.ts'

const TIMES = 15
const FORM = 'application/x-www-form-urlencoded'

type List = Pick<Endpoint, 'path' | 'carrier'>

export interface Place {
  database: Database
  party: TestParty
  /** Requests one page of a list as the console does. */
  ask: (list: List, input: Record<string, string | number>, who?: TestUser) => () => Promise<Answer>
}

export interface Answer {
  total: number
  shown: number
  bytes: number
}

/** Measures on PostgreSQL and on the embedded database, or only on the embedded one if no PostgreSQL is available. */
export async function onEach(wanted: string | undefined, measure: (place: Place) => Promise<object>) {
  const known: DatabaseKind[] = serverIsThere ? ['server', 'embedded'] : ['embedded']
  const figures: Record<string, unknown> = { load: round(loadavg()[0] ?? 0) }
  for (const kind of known.filter((one) => one === (wanted ?? one)))
    figures[kind === 'server' ? 'PostgreSQL' : 'embedded'] = await onPlatform(kind, measure)
  return figures
}

async function onPlatform(kind: DatabaseKind, measure: (place: Place) => Promise<object>) {
  const folder = mkdtempSync(join(tmpdir(), 'tessera-bench-'))
  const database = await openTestDatabase(kind)
  const clock = { now: () => new Date(), advance: () => {}, stop: () => {} }
  const settings = readPlatformSettings({ DATA_DIR: folder, LOG_LEVEL: 'error', WEB_DIR: folder })
  const app = createApp(settings)
  const files = openFolderStore(join(folder, 'files'))
  const keys = openKeys(join(folder, 'keys'))
  await build(app, {
    db: database.db,
    bus: database.bus,
    files,
    keys,
    settings,
    clock,
    databaseWatch: NO_OUTAGES,
    log: app.log,
  })
  await app.ready()
  try {
    const party = await buildParty({ db: database.db, clock })
    const ask: Place['ask'] = (list, input, who) => async () => {
      const fields = new URLSearchParams(
        Object.entries(input).map(([name, value]): [string, string] => [name, String(value)]),
      )
      const headers = asUser(who ?? party.member, party)
      const url = `${settings.PREFIX}${list.path}`
      const answer = await (list.carrier === 'form'
        ? app.inject({ method: 'POST', url, headers: { ...headers, 'content-type': FORM }, payload: `${fields}` })
        : app.inject({ url: `${url}?${fields}`, headers }))
      const { success, result } = answer.json()
      if (!success) throw new Error(answer.body)
      const shown = (result.records ?? result.items ?? result).length
      return { total: result.total ?? shown, shown, bytes: answer.body.length }
    }
    return await measure({ database, party, ask })
  } finally {
    await app.close()
    await database.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Measures the reference: reading this number of whole rows by primary key. */
export async function readByKey({ db }: Database, table: string, shown: number) {
  const from = randomBytes(16).toString('hex')
  const rows = await query(
    db,
    sql`select * from ${sql.identifier(table)} where id >= ${from} order by id limit ${shown}`,
  )
  return { shown: rows.length }
}

export async function times<T extends object>(work: () => Promise<T>) {
  const answer = await work()
  const spent: number[] = []
  for (let i = 0; i < TIMES; i++) {
    const began = performance.now()
    await work()
    spent.push(performance.now() - began)
  }
  const sorted = spent.toSorted((a, b) => a - b)
  // The minimum is reported because other work on the machine affects it least.
  return {
    least: round(sorted[0] ?? 0),
    median: round(sorted[TIMES >> 1] ?? 0),
    worst: round(sorted.at(-1) ?? 0),
    ...answer,
  }
}

function round(value: number): number {
  return Number(value.toFixed(value < 10 ? 2 : 1))
}
