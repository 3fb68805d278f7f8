import { expect, test } from 'vitest'
import { openTables, read, readOnly, refusal, tables, written } from '../../testing/read-tables.ts'

openTables()

test('reads a table of 5,000 columns', async () => {
  const names = Array.from({ length: 5_000 }, (_, at) => `gene ${at}`)
  const rows = Array.from({ length: 12 }, (_, row) => names.map((_name, at) => (at % 2 ? `${row}.5` : row)).join(','))
  const { columns, columnTypes, rowCount } = await readOnly([names.join(','), ...rows].join('\n'))
  expect([columns.length, rowCount]).toEqual([5_000, 12])
  expect(Object.values(columnTypes).filter((type) => type === 'integer')).toHaveLength(2_500)
  const wider = [...names, 'one more'].join(',')
  expect(await refusal(read(`${wider}\n`))).toMatchObject({ code: 'dataset.header-many', count: 5_001 })
})

test.each([
  [799, 60, 'numbers', (row: number) => row % 7, 'integer', 3],
  [799, 60, 'numbers with spaces around them', (row: number) => ` ${row % 7} `, 'integer', 3],
  [799, 600, 'numbers, but for the last', (row: number) => (row === 599 ? '"+1,\nand more"' : `${row} `), 'text', '3'],
])('reads a table of %i columns and %i rows: %s', async (width, count, _what, cell, type, third) => {
  const names = Array.from({ length: width }, (_, at) => `gene ${at}`)
  const rows = Array.from({ length: count }, (_, row) => names.map(() => cell(row)).join(','))
  const csv = [names.join(','), ...rows].join('\n')
  const { rowCount, columnTypes, queries } = await readOnly(csv)
  const last = `gene ${width - 1}`
  const found = await tables.duck.rows(
    `SELECT id, "gene 0", "${last}" FROM ${written()} WHERE id IN (4, ${count}) ORDER BY id`,
  )
  // A single statement with all checks for every cell took twenty times as long as two statements.
  const trimming = queries.filter((sql) => sql.split('trim(').length > 600)
  expect(trimming.filter((sql) => /nullif|\b(CASE|IN)\b/i.test(sql))).toEqual([])
  // Parsing every cell as a date took thirty times as long as parsing only cells that look like a date.
  const beforeParsing = queries.flatMap((sql) => sql.split('try_strptime').slice(0, -1))
  expect(beforeParsing.filter((sql) => !sql.endsWith('THEN CAST('))).toEqual([])
  expect(beforeParsing.length > 0).toBe(type === 'text')
  expect([rowCount, new Set(Object.values(columnTypes))]).toEqual([count, new Set([type])])
  expect(found[0]).toEqual({ id: 4, 'gene 0': third, [last]: third })
  if (type === 'text') expect(found[1]).toMatchObject({ id: count, [last]: '+1,\nand more' })
})

test('reads a table with thousands of text columns that have few distinct values', async () => {
  const names = Array.from({ length: 2_500 }, (_, at) => `snp ${at}`)
  const rows = Array.from({ length: 60 }, (_, row) => names.map((_name, at) => ['AA', 'AG', 'GG'][(row + at) % 3]))
  const { rowCount, columnTypes } = await readOnly([names, ...rows].map((row) => row.join(',')).join('\n'))
  expect(rowCount).toBe(60)
  expect(new Set(Object.values(columnTypes))).toEqual(new Set(['text']))
})
