/**
 * Pages of tasks in every order, searches for them and pages of their activity, with 100,000 tasks and 1,000,000 log
 * entries. The console requests pools and logs like this; for own tasks it requests the newest from the platform and
 * the edge and merges them.
 *
 *     node bench/tasks.ts [tasks] [server|embedded]
 *
 * 200 parties, three in each task, so the requesting one is in a two-hundredth of them; ten log entries per task, and a
 * thousandth of all entries for one task; as many inference tasks of the requesting party as it has tasks. A tenth as
 * many inference tasks as there are tasks at an edge, as its own database lists them. Prints one JSON object; times in
 * milliseconds.
 */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  GetWaiting,
  ListAlgorithmActivity,
  ListInferences,
  ListMyActivity,
  ListMyTasks,
  ListPoolTasks,
  Search,
} from '@tessera/contract/wire'
import { sql } from 'drizzle-orm'
import { openDb, transaction } from '../apps/edge/src/db/open.ts'
import { addInference, listInferences } from '../apps/edge/src/features/inference/queries.ts'
import type { Database } from '../apps/platform/src/db/open.ts'
import { onEach, type Place, readByKey, times } from './whole-platform.ts'

const TASKS = Number(process.argv[2] ?? 100_000)
const PARTIES = 200
const ENTRIES_EACH = 9
const PAGE = 16
const ALGORITHM = 'logistic-regression'
/** The task to which every thousandth entry belongs. */
const BUSY = 'busy'

console.log(JSON.stringify({ tasks: TASKS, ...(await onEach(process.argv[3], measure)), edge: await atEdge() }))

async function measure({ database, party, ask }: Place) {
  await addTasks(database, party.partyId, party.member.userId)
  const lists = {
    pool: (input: object = {}) => ask(ListPoolTasks, { pageSize: PAGE, ...input }),
    'the pool, by a common word': (input: object = {}) =>
      ask(ListPoolTasks, { pageSize: PAGE, name: 'heart', ...input }),
    'the pool, completed': (input: object = {}) => ask(ListPoolTasks, { pageSize: PAGE, status: '3', ...input }),
    'the pool, most parties first': (input: object = {}) =>
      ask(ListPoolTasks, { pageSize: PAGE, sort: 'parties', ...input }),
    'the pool, by name': (input: object = {}) => ask(ListPoolTasks, { pageSize: PAGE, sort: 'name', ...input }),
    'the pool, of one party': (input: object = {}) =>
      ask(ListPoolTasks, { pageSize: PAGE, partyId: party.partyId, ...input }),
    'own tasks': (input: object = {}) => ask(ListMyTasks, { pageSize: PAGE, ...input }, party.admin),
    'own tasks of a member': (input: object = {}) => ask(ListMyTasks, { pageSize: PAGE, ...input }),
    'own inference tasks': (input: object = {}) => ask(ListInferences, { pageSize: PAGE, ...input }, party.admin),
    'what happened in own tasks': (input: object = {}) => ask(ListMyActivity, { pageSize: PAGE, ...input }),
    'what happened in the busiest task': (input: object = {}) =>
      ask(ListMyActivity, { pageSize: PAGE, id: BUSY, ...input }),
    'what an algorithm was used for': (input: object = {}) =>
      ask(ListAlgorithmActivity, { pageSize: PAGE, id: ALGORITHM, ...input }),
  }
  const figures: Record<string, object> = { reference: { first: await times(() => readByKey(database, 'task', PAGE)) } }
  for (const [name, list] of Object.entries(lists)) {
    const { total } = await list()()
    const pages = Math.ceil(total / PAGE)
    figures[name] = {
      first: await times(list()),
      middle: await times(list({ pageNo: Math.ceil(pages / 2) })),
      last: await times(list({ pageNo: pages })),
    }
  }
  const whole = {
    'what waits': ask(GetWaiting, {}),
    'a search for a common word': ask(Search, { text: 'heart' }),
    'a search for what is not there': ask(Search, { text: 'nowhere' }),
  }
  for (const [name, list] of Object.entries(whole)) figures[name] = { first: await times(list) }
  return figures
}

async function addTasks({ db }: Database, ownPartyId: string, userId: string) {
  const partyOf = (n: string) =>
    sql.raw(`case when (${n}) % ${PARTIES} = 0 then '${ownPartyId}' else (900000 + (${n}) % ${PARTIES})::text end`)
  await db.execute(sql`
    insert into party (id, name, name_en, created_by, create_time)
    select (900000 + i)::text, 'party ' || i, 'Party ' || i, ${userId}, now() from generate_series(1, ${PARTIES}) as i`)
  await db.execute(sql`
    insert into task (id, name, search_name, description, party_id, visibility, status, research_type, algorithm_id, created_by_user_id,
      created_by, create_time)
    select case when i = 0 then ${BUSY} else md5('t' || i) end, name, name,
      'Measurements of a ward.', ${partyOf('i')}, case when (i / 7) % 10 = 0 then 'private' else 'public' end,
      (array['recruiting', 'completed', 'completed', 'failed'])[1 + i / 3 % 4], 'federated', ${ALGORITHM},
      ${userId}, 'Somebody', now() - i * interval '1 minute'
    from (select i, (array['heart', 'kidney', 'credit', 'loan', 'lung'])[1 + i % 5] || ' ' || i as name
      from generate_series(0, ${TASKS} - 1) as i) as named`)
  await db.execute(sql`
    insert into registration (id, task_id, party_id, role, status, note, created_by_user_id, created_by, create_time)
    select md5('r' || i || ' ' || n), case when i = 0 then ${BUSY} else md5('t' || i) end, ${partyOf('i + n * 67')},
      case when n = 0 then 'initiator' else 'participant' end, 'joined', '', ${userId}, 'Somebody', now()
    from generate_series(0, ${TASKS} - 1) as i, generate_series(0, 2) as n`)
  await db.execute(sql`update task set joined_count = 3`)
  await db.execute(sql`
    insert into activity (id, subject, subject_id, action, task_id, party_id, user_id, user_name, content, create_time)
    select md5('a' || i || ' ' || n), case when n = 0 then 'algorithm' else 'task' end,
      case when n = 0 then ${ALGORITHM} else md5('t' || i) end, (array['use', 'join', 'upload-data', 'sign', 'submit', 'finish'])[1 + n % 6],
      case when (n = ${ENTRIES_EACH} and i % 100 = 0) or i = 0 then ${BUSY} else md5('t' || i) end, ${partyOf('i')}, ${userId}, 'Somebody',
      '{"missionName": "heart"}'::jsonb, now() - i * interval '1 minute' + n * interval '5 seconds'
    from generate_series(0, ${TASKS} - 1) as i, generate_series(0, ${ENTRIES_EACH}) as n`)
  await addInferences({ db }, ownPartyId, userId)
  for (const table of ['task', 'registration', 'activity', 'inference'])
    await db.execute(sql.raw(`vacuum analyze ${table}`))
}

/** Measures what an edge reads from its database for a page of its inference tasks. */
async function atEdge() {
  const folder = mkdtempSync(join(tmpdir(), 'tessera-bench-'))
  const db = openDb(folder)
  const count = Math.ceil(TASKS / 10)
  const predictions = Array.from({ length: 100 }, (_, n) => ({
    ...({ kind: 'number', result: String(n), data: { age: n } } as const),
  }))
  const made = {
    modelId: 'model',
    modelName: 'model',
    description: '',
    createdBy: 'Somebody',
    status: 'completed',
  } as const
  const nothing = { input: null, output: null, failure: null, datasetId: null, attempts: 0 }
  const shown = { type: 'tabular' as const, rowCount: 100, header: ['age'], resultPath: null, accuracy: null }
  transaction(db, () => {
    for (let i = 0; i < count; i++) {
      const createTime = new Date(i * 60_000).toISOString()
      const own = { id: `i${i}`, name: `ward ${i}`, createdByUserId: `u${i % 5}`, createTime }
      addInference(db, { ...made, ...nothing, ...own, result: { ...shown, predictions } })
    }
  })
  const page = (offset: number, name = '', createdByUserId: string | null = null) =>
    times(async () => {
      const { inferences, total } = listInferences(db, { createdByUserId, name, offset, size: PAGE })
      return { total, shown: inferences.length, bytes: 0 }
    })
  const figures = { first: await page(0), last: await page(count - PAGE), search: await page(0, 'WARD 9', 'u1') }
  db.close()
  rmSync(folder, { recursive: true, force: true })
  return { 'inference tasks at an edge': figures, of: count }
}

/** Adds inference tasks of one model, each with a result of a hundred predictions. Lists do not show the results. */
async function addInferences({ db }: Pick<Database, 'db'>, partyId: string, userId: string) {
  const card = { input: { kind: 'table', columns: [] }, output: { kind: 'number', label: 'age' } }
  await db.execute(sql`
    insert into model_artifact (id, content_type, metrics, card, file_path, sha256, create_time)
    values ('artifact', 'tabular', '{}', ${JSON.stringify(card)}::jsonb, 'none', 'none', now())`)
  await db.execute(sql`
    insert into model (id, artifact_id, party_id, name, description, instruction, application, is_published, is_copy,
      download_count, created_by_user_id, create_time, update_time)
    values ('model', 'artifact', ${partyId}, 'model', '', '', '', false, false, 0, ${userId}, now(), now())`)
  const predictions = Array.from({ length: 100 }, (_, n) => ({ kind: 'number', result: String(n), data: { age: n } }))
  await db.execute(sql`
    insert into inference (id, name, description, model_id, party_id, status, result, created_by_user_id, created_by, create_time)
    select md5('i' || i), 'ward ' || i, '', 'model', ${partyId}, 'completed',
      ${JSON.stringify({ type: 'tabular', rowCount: 100, header: ['age'], predictions })}::jsonb, ${userId}, 'Somebody',
      now() - i * interval '3 minutes'
    from generate_series(1, ${Math.ceil((TASKS / PARTIES) * 3)}::int) as i`)
}
