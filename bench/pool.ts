/**
 * Pages of the data pool with 100,000 datasets, as the console requests them.
 *
 *     node bench/pool.ts [datasets] [server|embedded]
 *
 * Runs the whole platform except the network, on PostgreSQL (TEST_DATABASE_URL) and on the embedded database, each with
 * its own database: 200 parties, and a member who can see nine of ten datasets. The reference, in the same run: sixteen
 * whole rows by primary key. Prints one JSON object; times in milliseconds.
 */

import { ListMyDatasets, ListPoolDatasets } from '@tessera/contract/wire'
import { sql } from 'drizzle-orm'
import type { Database } from '../apps/platform/src/db/open.ts'
import { query } from '../apps/platform/src/db/pool.ts'
import { onEach, type Place, readByKey, times } from './whole-platform.ts'

const DATASETS = Number(process.argv[2] ?? 100_000)
const PARTIES = 200
const PAGE = 16
const COLUMNS = 20
/** Columns of the datasets on one page in the middle, which the other pages do not show. */
const WIDE_COLUMNS = 5_000

console.log(JSON.stringify({ datasets: DATASETS, ...(await onEach(process.argv[3], measure)) }))

async function measure({ database, party, ask }: Place) {
  await addDatasets(database, party.partyId, party.member.userId)
  const pool = (input: Record<string, string | number>) => ask(ListPoolDatasets, { pageSize: PAGE, ...input })
  const { total } = await pool({})()
  const middle = Math.ceil(total / PAGE / 2)
  const wide = await widen(database, middle)
  return {
    reference: await times(() => readByKey(database, 'dataset', PAGE)),
    first: await times(pool({})),
    middle: await times(pool({ pageNo: middle - 1 })),
    last: await times(pool({ pageNo: Math.ceil(total / PAGE) })),
    commonWord: await times(pool({ name: 'heart' })),
    commonWordDeep: await times(pool({ name: 'HEART', pageNo: 500 })),
    rareWord: await times(pool({ name: 'rare 7 ' })),
    twoSigns: await times(pool({ name: '肺癌' })),
    nothing: await times(pool({ name: 'no such name' })),
    ownParty: await times(ask(ListMyDatasets, { pageSize: PAGE, pageNo: 20 })),
    [`${wide} of ${WIDE_COLUMNS} columns`]: await times(pool({ pageNo: middle })),
  }
}

/**
 * Adds datasets: nine of ten are shared with the party; every hundredth name contains 肺癌, a tenth heart, one in a
 * thousand rare.
 */
async function addDatasets({ db }: Database, ownPartyId: string, userId: string) {
  const columns = Array.from({ length: COLUMNS }, (_none, i) => `measurement ${i}`)
  const types = JSON.stringify(Object.fromEntries(columns.map((name) => [name, 'number'])))
  await db.execute(sql`
    insert into party (id, name, name_en, created_by, create_time)
    select (900000 + i)::text, 'party ' || i, 'Party ' || i, ${userId}, now() from generate_series(1, ${PARTIES}) as i`)
  await db.execute(sql`
    insert into dataset (id, party_id, name, search_name, description, content_type, sharing, size_bytes, row_count,
      table_name, columns, column_count, column_types, created_by_user_id, created_by, org_code, create_time, deleted, is_gone_at_edge)
    select md5('d' || i), case when i % ${PARTIES} = 0 then ${ownPartyId} else (900000 + i % ${PARTIES})::text end, name, name,
      'Measurements of a ward.', 'tabular', case when (i / 7) % 10 = 0 then 'person' else 'party' end, 123290, 1200,
      't_' || i, ${JSON.stringify(columns)}::jsonb, ${COLUMNS}, ${types}::jsonb, 'u' || (i % 5000), 'Somebody', 'A01A01',
      now() - i * interval '1 minute', false, false
    from (select i, (array['heart', 'kidney', 'credit', 'loan', 'lung', 'breast', 'cells', 'blood', 'wards', 'stays'])[1 + i % 10]
      || case when i % 100 = 0 then ' 肺癌' else '' end || case when i % 1000 = 7 then ' rare 7 ' else ' ' end || i as name
      from generate_series(1, ${DATASETS}) as i) as named`)
  await db.execute(sql`vacuum analyze dataset`)
}

/** Gives the datasets of one page thousands of columns. */
async function widen({ db }: Database, page: number): Promise<number> {
  const columns = Array.from({ length: WIDE_COLUMNS }, (_none, i) => `expression of gene ${i}`)
  const types = JSON.stringify(Object.fromEntries(columns.map((name) => [name, 'number'])))
  const rows = await query<{ id: string }>(
    db,
    sql`update dataset set columns = ${JSON.stringify(columns)}::jsonb, column_count = ${WIDE_COLUMNS}, column_types = ${types}::jsonb where id in (
      select id from dataset where sharing = 'party' order by create_time desc, id desc
      limit ${PAGE} offset ${(page - 1) * PAGE}) returning id`,
  )
  await db.execute(sql`vacuum analyze dataset`)
  return rows.length
}
