import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Plan } from '@tessera/contract'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { statusOf } from '../features/grant/policy.ts'
import { findGrant } from '../features/grant/queries.ts'
import { findInference } from '../features/inference/queries.ts'
import { migrations } from './migrations.ts'
import { all, openDb } from './open.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tessera-books-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const write = (version: number, sql = '') => {
  const books = new DatabaseSync(join(folder, 'edge.sqlite'))
  for (const step of migrations.slice(0, version)) books.exec(step)
  books.exec(`${sql}; pragma user_version = ${version}`)
  books.close()
}

test('the books of the first version are brought up to this one, with everything in them', () => {
  write(
    1,
    `insert into facts values ('identity', '{}');
     insert into datasets values ('d1', 'Cohort', '', 'party', 10, 40, 't1', '[]', '{}', 'u1', 'alice', 'A01', '2026-01-01', null, null, 0, '/x');
     insert into grants values ('g1', 't1', 'Task', '[]', '{}', 'h', 'p', 'd1', 'Cohort', 40, 'u1', 'alice', '2026-01-01', '2027-01-01', null, '/y');
     insert into rounds_used values ('g1', 'r1', 'm1', '2026-01-02');
     insert into inferences values ('i1', 'm', 'M', 'n', '', 'done', 'u1', 'alice', '2026-01-01', '{}', null, null, null, null);
     insert into outbox (report, create_time) values ('{}', '2026-01-01')`,
  )
  const books = openDb(folder)
  const { user_version } = books.prepare('pragma user_version').get() as { user_version: number }
  expect(user_version).toBe(migrations.length)
  expect(all(books, 'select id, row_count from datasets')).toMatchObject([{ id: 'd1', row_count: 40 }])
  expect(all(books, 'select id from grants')).toMatchObject([{ id: 'g1' }])
  // What a ticket's rounds were used for counts on.
  expect(all(books, 'select * from messages_used')).toMatchObject([{ grant_id: 'g1', message_type: 'train' }])
  expect(all(books, 'select id, attempts from inferences')).toMatchObject([{ id: 'i1', attempts: 0 }])
  expect(all(books, 'select * from outbox')).toHaveLength(1)
  // Nothing is worked on under a ticket that names no parties; its run, and the number it is known by, stay.
  const [ticket] = all(books, 'select number, run_id, roster, plan from grants')
  expect(ticket).toMatchObject({ number: 'g1', run_id: 'r1', roster: null })
  expect(JSON.parse(String(ticket?.plan))).toEqual({ parties: [], fewest: 0, seed: '' })
  expect(all(books, "select name from sqlite_master where name = 'cloned_runs'")).toEqual([])
  books.close()
  // And a second start finds nothing to do.
  openDb(folder).close()
})

test('a ticket of before tells how the columns of its rows were named', () => {
  write(
    6,
    `insert into datasets (id, name, description, sharing, size_bytes, row_count, table_name, columns, column_types,
       created_by_user_id, created_by, org_code, create_time, deleted, file, mapping)
       values ('d1', 'Cohort', '', 'party', 10, 40, 't1', '[]', '{}', 'u1', 'alice', 'A01', '2026-01-01', 1, '/x', '["m"]');
     insert into grants values ('g1', 't1', 'Task', '[]', '{}', 'h', 'p', 'd1', 'Cohort', 40, 'u1', 'alice', '2026-01-01', '2027-01-01', null, '/y');
     insert into grants values ('g2', 't1', 'Task', '[]', '{}', 'h', 'p', 'gone', 'Cohort', 40, 'u1', 'alice', '2026-01-01', '2027-01-01', null, '/z')`,
  )
  const books = openDb(folder)
  expect(all(books, 'select id, mapping from grants order by id')).toMatchObject([
    { mapping: '["m"]' },
    { mapping: '[]' },
  ])
  books.close()
})

test('an inference task of before says what its model takes by kind of data', () => {
  const columns = [{ name: 'c0', column: 'age', kind: 'number', example: 50 }]
  write(
    10,
    `insert into inferences (id, model_id, model_name, name, description, status, created_by_user_id, created_by, create_time, inputs)
       values ('i1', 'm', 'M', 'n', '', 'created', 'u1', 'alice', '2026-01-01', '${JSON.stringify(columns)}'),
         ('i2', 'm', '', 'o', '', 'creating', 'u1', 'alice', '2026-01-01', '[]')`,
  )
  const books = openDb(folder)
  expect(findInference(books, 'i1')?.input).toEqual({ kind: 'table', columns })
  expect(findInference(books, 'i2')?.input).toBeNull()
  books.close()
})

test('the plan of a ticket of before names columns and label as plans do now; it knows of no category', () => {
  const plan = {
    taskId: 't1',
    algorithm: 'lr',
    parameters: { a: 1 },
    columns: ['age', 'wa"rd'],
    label: 'ill',
    maxRounds: 3,
  }
  const types = { age: 'integer', 'wa"rd': 'text', ill: 'text' }
  write(
    10,
    `insert into datasets (id, name, description, sharing, size_bytes, row_count, table_name, columns, column_types,
       created_by_user_id, created_by, org_code, create_time, deleted, file)
       values ('d1', 'Cohort', '', 'party', 10, 40, 't1', '[]', '${JSON.stringify(types)}', 'u1', 'alice', 'A01', '2026-01-01', 1, '/x');
     insert into grants (id, task_id, task_name, parties, plan, code_hash, plan_hash, dataset_id, dataset_name, row_count,
       signed_by_user_id, signed_by, sign_time, expiry_time, file)
       values ('g1', 't1', 'Task', '["1001"]', '${JSON.stringify(plan)}', 'c', 'p', 'd1', 'Cohort', 40, 'u1', 'alice', '2026-01-01T00:00:00.000Z', '2027-01-01T00:00:00.000Z', '/y');
     insert into grants select 'g2', task_id, task_name, parties, plan, code_hash, plan_hash, 'gone', dataset_name, row_count,
       signed_by_user_id, signed_by, sign_time, expiry_time, withdraw_time, file, mapping from grants`,
  )
  const books = openDb(folder)
  const kept = findGrant(books, 'g1')
  const { columns: _columns, label: _label, ...rest } = { ...plan, parties: [], fewest: 0, seed: '' }
  const number = { name: 'age', kind: 'number' }
  expect(kept?.plan).toEqual({
    ...rest,
    data: { kind: 'table', columns: [number, { name: 'wa"rd', kind: 'categories', categories: [] }] },
    target: { kind: 'number', column: 'ill' },
  })
  expect(Plan.parse(kept?.plan)).toEqual(kept?.plan)
  expect(kept?.leftOut).toBe(0)
  const facts = {
    newestGrantId: 'g1',
    offeredDatasetId: 'd1',
    self: { partyId: '1001', key: 'k' },
    isShownUnasked: false,
    now: new Date('2026-06-01'),
  }
  expect(kept && statusOf(kept, facts)).toBe('stale')
  expect(findGrant(books, 'g2')?.plan.data).toEqual({
    kind: 'table',
    columns: [number, { name: 'wa"rd', kind: 'number' }],
  })
  books.close()
})

test('books of a newer version are refused with what to do', () => {
  write(migrations.length)
  const books = new DatabaseSync(join(folder, 'edge.sqlite'))
  books.exec(`pragma user_version = ${migrations.length + 1}`)
  books.close()
  expect(() => openDb(folder)).toThrow(/written by a newer version of Tessera .* Start that version/)
})
