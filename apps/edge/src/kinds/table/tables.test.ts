import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import iconv from 'iconv-lite'
import { expect, test } from 'vitest'
import { rawZip } from '../../testing/corpus/raw-zip.ts'
import { type WorkbookCell, workbook } from '../../testing/corpus/workbooks.ts'
import { openTables, read, refusal, tables } from '../../testing/read-tables.ts'

openTables()

const chinese = '姓名,值\n张三,1\n李四,2\n'
test.each([
  ['UTF-8', Buffer.from(chinese)],
  ['UTF-8', Buffer.from(`\uFEFF${chinese}`)],
  ['GB18030', iconv.encode(chinese, 'gbk')],
  ['UTF-16LE', iconv.encode(chinese, 'utf-16le', { addBOM: true })],
  ['UTF-16BE', iconv.encode(chinese, 'utf-16be', { addBOM: true })],
  ['UTF-16LE', iconv.encode(chinese, 'utf-16le', { addBOM: false })],
])('recognises the encoding %s and reports it', async (encoding, bytes) => {
  const { rows, report } = await read(bytes)
  expect(rows).toEqual([
    { id: 1, 姓名: '张三', 值: 1 },
    { id: 2, 姓名: '李四', 值: 2 },
  ])
  expect(report).toEqual({
    rowsRead: 2,
    rejected: [],
    renamed: [],
    notes: [
      { name: 'encoding', value: encoding },
      { name: 'separator', value: ',' },
    ],
  })
})

test.each([
  [';', 'a;b\n1;"x;y"\n'],
  ['\t', 'a\tb\n1\tx;y\n'],
  ['|', 'a|b\r1|x;y\r'],
  [';', 'sep=;\r\na;b\r\n1;"x;y"\r\n'],
])('recognises the separator %s', async (separator, csv) => {
  const { rows, report } = await read(csv)
  expect(rows).toEqual([{ id: 1, a: 1, b: 'x;y' }])
  expect(report.notes).toContainEqual({ name: 'separator', value: separator })
})

test('reads a quotation mark inside a value as an ordinary character, in the header and in rows', async () => {
  const { rows, report } = await read('id,5" size,weight\n1,6" or so,7\n')
  expect(rows).toEqual([{ id: 1, '5" size': '6" or so', weight: 7 }])
  expect(report.rejected).toEqual([])
})

test('uses the whole column to decide about dates and numbers, and keeps ambiguous values as text', async () => {
  const { columnTypes, rows, report } = await read(
    [
      'iso;slash;german;american;either;chinese;moment;decimal;thousands;grouped;both;code',
      '2026-01-31;2026/1/5;13.02.2026;02/13/2026;05.04.2026;2026年1月5日;13.02.2026 10:30;1,5;1.234;1,234,567;1,234;007',
      '2026-02-01;2026/12/5;1.3.2026;3/1/2026;06.04.2026;2026年12月5日;1.3.2026 08:00;1.234,25;12.500;1,000;2,345;008',
    ].join('\n'),
  )
  expect(columnTypes).toEqual({
    iso: 'date',
    slash: 'date',
    german: 'date',
    american: 'date',
    either: 'text',
    chinese: 'date',
    moment: 'date',
    decimal: 'number',
    thousands: 'number',
    grouped: 'number',
    both: 'text',
    code: 'text',
  })
  expect(rows[1]).toEqual({
    id: 2,
    iso: '2026-02-01',
    slash: '2026-12-05',
    german: '2026-03-01',
    american: '2026-03-01',
    either: '06.04.2026',
    chinese: '2026-12-05',
    moment: '2026-03-01 08:00:00',
    decimal: 1234.25,
    thousands: 12500,
    grouped: 1000,
    both: '2,345',
    code: '008',
  })
  expect(report.notes).toContainEqual({ name: 'decimal', value: ',' })
})

test('reads a column as text if a whole number has too many digits', async () => {
  const [one, other] = ['12345678901234567890', '12345678901234567891']
  const { columnTypes, rows } = await read(
    `big;whole;mixed;real;grouped\n${one};9223372036854775807;12345678901234567890;1e30;1,234\n` +
      `${other};-9223372036854775808;0.5;2.5;12,345,678,901,234,567,891\n`,
  )
  expect(columnTypes).toEqual({ big: 'text', whole: 'integer', mixed: 'text', real: 'number', grouped: 'text' })
  expect(rows.map(({ big, mixed }) => [big, mixed])).toEqual([
    [one, one],
    [other, '0.5'],
  ])
  const late = await read(['a', ...Array.from({ length: 6_000 }, (_, at) => at / 2), one].join('\n'))
  expect([late.columnTypes.a, late.rows.at(-1)?.a]).toEqual(['text', one])
})

test('reads words for "no value" as missing among numbers, dates and booleans, but as values among texts', async () => {
  const marks = ['NA', '#N/A', 'n/a', '-', '--', '无', '未查', '缺失', '.', '?', 'None', 'nan']
  const columns = 'count,real,day,flag,severity,country,only'
  const given = (at: number) => `${at},${at}.5,2026-01-0${1 + (at % 9)},true,Mild,DE,`
  const marked = marks.map((word) => `${word}, ${word},${word},${word},${word},${word} ,${word}`)
  const types = {
    count: 'integer',
    real: 'number',
    day: 'date',
    flag: 'boolean',
    severity: 'text',
    country: 'text',
    only: 'text',
  }
  for (const rows of [20, 6_000]) {
    const lines = Array.from({ length: rows }, (_, at) => given(at))
    const csv = [columns, ...lines.slice(0, 5), ...marked, ...lines.slice(5), ',,,,,,x', ...marked].join('\n')
    const reading = await read(csv)
    expect(reading.columnTypes).toEqual(types)
    for (const part of [reading.rows.slice(5, 5 + marks.length), reading.rows.slice(-marks.length)]) {
      expect(part.map(({ count, real, day, flag }) => [count, real, day, flag])).toEqual(
        marks.map(() => [null, null, null, null]),
      )
      expect(part.map(({ severity, country, only }) => [severity, country, only])).toEqual(
        marks.map((word) => [word, word, word]),
      )
    }
    expect(reading.rows.at(-1 - marks.length)).toMatchObject({ severity: null, country: null, only: 'x' })
  }
})

test('recognises words for "no value" beside numbers with decimal commas', async () => {
  const { columnTypes, rows } = await read('a;b\n1,234,567;1,5\nnan;NaN\n-;.\n')
  expect(columnTypes).toEqual({ a: 'number', b: 'number' })
  expect(rows.map(({ a, b }) => [a, b])).toEqual([
    [1_234_567, 1.5],
    [null, null],
    [null, null],
  ])
})

test('names invalid rows by their line, or leaves them out and counts them by reason', {
  meta: { spec: 'calls.uploadZip' },
}, async () => {
  const csv = 'a,b\r\n1,"x\r\ny"\r\n\r\n2\r\n3,"z"z\r\n4,5,6\r\n7,ok\r\n8,"never closed\r\n9,last'
  expect(await refusal(read(csv))).toEqual({
    code: 'dataset.csv-width',
    file: 'table.csv',
    line: 5,
    found: 1,
    expected: 2,
    remedy: 'skip-rows',
  })
  const { rows, rowCount, report } = await read(csv, { skipBadRows: true })
  expect(rows.map(({ a, b }) => [a, b])).toEqual([
    [1, 'x\r\ny'],
    [7, 'ok'],
    [9, 'last'],
  ])
  expect(report.rowsRead).toBe(rowCount + 4)
  expect(report.rejected).toEqual([
    { reason: 'width', count: 2, examples: [5, 7].map((line) => ({ file: 'table.csv', line })) },
    { reason: 'quote', count: 2, examples: [6, 9].map((line) => ({ file: 'table.csv', line })) },
  ])
})

test.each([
  ['a,b,c\n1,x,2\n\n,,\n3,y,4\n , ,\n,,,,\n"","",""\n', [4, 6, 7, 8]],
  ['id,b\n1,x\n,\n3,y\n,\n,', [3, 5, 6]],
  ['a;b\r\n1;x\r\n;\r\n3;y\r\n;\r\n', [3, 5]],
])('leaves out empty rows without asking the member, and counts them', async (csv, lines) => {
  const { rows, rowCount, report } = await read(csv)
  expect(rows.map(({ a, b }) => [a, b].filter((value) => value !== undefined).length > 0)).toEqual([true, true])
  expect([rowCount, report.rowsRead]).toEqual([2, 2 + lines.length])
  const examples = lines.map((line) => ({ file: 'table.csv', line }))
  expect(report.rejected).toEqual([{ reason: 'empty', count: lines.length, examples }])
})

test('reports which words it read as missing, and which values prevent a column from being numeric', async () => {
  const numbers = Array.from({ length: 30 }, (_, at) => `"n\n${at}",${at},${at}.5,${at % 9}`)
  const csv = ['name,age,crp,grade', ...numbers, '', 'a,NA,<0.1,low', ' b, - ,?,', 'c,NA,>9,high', ...numbers].join(
    '\n',
  )
  const { report, columnTypes } = await read(csv)
  expect(columnTypes).toEqual({ name: 'text', age: 'integer', crp: 'text', grade: 'text' })
  const notes = report.notes.filter(({ column }) => column)
  const ways = ['numbers', 'numbers-only']
  expect(notes).toEqual([
    { name: 'missing', column: 'age', value: 'NA × 2, - × 1' },
    { name: 'not-number', column: 'crp', value: '<0.1', line: 63, count: 2, becomes: '0.1', ways },
    { name: 'not-number', column: 'grade', value: 'low', line: 63, count: 2, ways: ['numbers-only'] },
  ])
})

test('on request, gives names to columns that have no name or a repeated one', async () => {
  const csv = 'age,Age,,age_2,age\n1,2,3,4,5\n'
  const where = { file: 'table.csv', line: 1, remedy: 'rename-columns' }
  expect(await refusal(read(csv))).toEqual({ code: 'dataset.header-repeated', column: 'Age', ...where })
  expect(await refusal(read('a,,c\n1,2,3\n'))).toEqual({ code: 'dataset.header-empty', position: 2, ...where })
  const { columns, report } = await read(csv, { renameColumns: true })
  expect(columns).toEqual(['age', 'Age_3', 'column_3', 'age_2', 'age_4'])
  expect(report.renamed).toEqual([
    { position: 2, from: 'Age', to: 'Age_3' },
    { position: 3, from: '', to: 'column_3' },
    { position: 5, from: 'age', to: 'age_4' },
  ])
})

test('rejects only the row that contains an undecodable byte in an otherwise valid text', async () => {
  const bytes = Buffer.concat([Buffer.from('名,b\n张三,2\n李'), Buffer.from([0xff]), Buffer.from(',3\n王五,4\n')])
  expect(await refusal(read(bytes))).toMatchObject({ code: 'dataset.text-damaged', line: 3, remedy: 'skip-rows' })
  const { rows, report } = await read(bytes, { skipBadRows: true })
  expect(rows.map((row) => row.名)).toEqual(['张三', '王五'])
  expect(report.rejected).toEqual([{ reason: 'encoding', count: 1, examples: [{ file: 'table.csv', line: 3 }] }])
})

test('decides the type of every column from all rows, not only from the first', async () => {
  const many = Array.from(
    { length: 6_000 },
    (_, at) => `${at},${at},${at / 8},2026-01-0${1 + (at % 9)},plain,,01.02.2026`,
  )
  const end = ['7,0012,1_0,2026-01-01 10:00:00, spaced ,5,13.02.2026']
  const { columnTypes, rows, rowCount } = await read(['i,zeros,real,day,text,late,short', ...many, ...end].join('\n'))
  expect(rowCount).toBe(6_001)
  expect(columnTypes).toEqual({
    i: 'integer',
    zeros: 'text',
    real: 'text',
    day: 'date',
    text: 'text',
    late: 'integer',
    short: 'date',
  })
  expect(rows.at(-1)).toEqual({
    id: 6_001,
    i: 7,
    zeros: '0012',
    real: '1_0',
    day: '2026-01-01 10:00:00',
    text: 'spaced',
    late: 5,
    short: '2026-02-13',
  })
  const calm = await read(['i,real', ...many.map((row) => row.split(',').slice(1, 3).join(','))].join('\n'))
  expect(calm.columnTypes).toEqual({ i: 'integer', real: 'number' })
  expect(calm.rows.at(-1)).toEqual({ id: 6_000, i: 5_999, real: 5_999 / 8 })
})

test.each([
  ['repeat', 'ID,x\n7,a\n 7,b\n8,c\n', [7, 7, 8], 'integer', 'repeated'],
  ['are missing', 'ID,x\nP1,a\n,b\nP2,c\n', ['P1', null, 'P2'], 'text', 'missing'],
  ['are dates', 'ID,x\n2026/1/5,a\n2026/1/5,b\n,c\n', ['2026-01-05', '2026-01-05', null], 'date', 'repeated'],
  ['turn out not to be numbers', `ID,x\n${'1.5,a\n'.repeat(6_000)}b,c\n`, ['1.5', '1.5', '1.5'], 'text', 'repeated'],
])("reads the file's own ids as an ordinary column if they %s", async (_what, csv, ids, type, value) => {
  const { columns, columnTypes, rows, rowCount, report } = await read(csv)
  expect([columns, columnTypes]).toEqual([['ID_2', 'x'], { ID_2: type, x: 'text' }])
  expect(rows.slice(0, 3).map(({ id, ID_2 }) => [id, ID_2])).toEqual(ids.map((one, at) => [at + 1, one]))
  expect(rows.at(-1)).toMatchObject({ id: rowCount, x: 'c' })
  expect(report.renamed).toEqual([{ position: 1, from: 'ID', to: 'ID_2' }])
  expect(report.notes).toContainEqual({ name: 'ids', value })
})

test.each([
  ['stay if they are valid', '(7, 1), (8, 2)', [7, 8], []],
  ['are an ordinary column if they repeat', '(7, 1), (7, 2)', [1, 2], [{ name: 'ids', value: 'repeated' }]],
  ['are an ordinary column if one is missing', '(7, 1), (NULL, 2)', [1, 2], [{ name: 'ids', value: 'missing' }]],
])('reads the own ids of a Parquet file, which %s', async (_what, values, ids, notes) => {
  const path = join(tables.dir, 'ids.parquet')
  await tables.duck.run(`COPY (SELECT * FROM (VALUES ${values}) AS t(id, x)) TO '${path}' (FORMAT parquet)`)
  const { rows, columns, report } = await read(await readFile(path), {}, 'ids.parquet')
  expect(rows.map(({ id }) => id)).toEqual(ids)
  expect(columns).toEqual(notes.length > 0 ? ['id_2', 'x'] : ['x'])
  expect(report.notes).toEqual(notes)
})

test('reads the first sheet with data in a workbook, including dates and texts, and numbers its rows', async () => {
  const data = [
    [],
    ['name', 'when', 'at', 'ok', 'code'],
    ['a "b", c', { day: 45_292 }, { day: 45_292.5 }, true, '007'],
    [],
    ['x\ny', { day: 45_293 }, { day: 45_293.25 }],
  ]
  const { rows, columnTypes, report } = await read(workbook({ Empty: [], Data: data }), {}, 'book.xlsx')
  expect(columnTypes).toEqual({ name: 'text', when: 'date', at: 'date', ok: 'boolean', code: 'text' })
  expect(rows).toEqual([
    { id: 1, name: 'a "b", c', when: '2024-01-01', at: '2024-01-01 12:00:00', ok: true, code: '007' },
    { id: 2, name: 'x\ny', when: '2024-01-02', at: '2024-01-02 06:00:00', ok: null, code: null },
  ])
  expect(report.notes).toEqual([{ name: 'sheet', value: 'Data' }])

  const ragged = workbook({
    S: [
      ['a', 'b'],
      ['x\ny', 1],
      [1, 2, 3],
    ],
  })
  expect(await refusal(read(ragged, {}, 'book.xlsx'))).toMatchObject({ code: 'dataset.csv-width', line: 3, found: 3 })
  expect(await refusal(read('no workbook', {}, 'book.xlsx'))).toEqual({
    code: 'dataset.table-broken',
    file: 'book.xlsx',
  })
  expect(await refusal(read(workbook({ S: [] }), {}, 'book.xlsx'))).toEqual({ code: 'dataset.csv-empty' })
})

test('keeps the types of Parquet columns, and refuses columns with types that no cell can hold by name', async () => {
  const path = join(tables.dir, 'own.parquet')
  await tables.duck.run(`COPY (SELECT 7::INTEGER AS whole, 1.25::DECIMAL(5, 2) AS real, 'NA' AS text, true AS flag,
    DATE '2026-01-31' AS day, 18446744073709551615::UBIGINT AS large, 'nan'::DOUBLE AS nothing) TO '${path}' (FORMAT parquet)`)
  const { rows, columnTypes } = await read(await readFile(path), {}, 'own.parquet')
  expect(columnTypes).toEqual({
    whole: 'integer',
    real: 'number',
    text: 'text',
    flag: 'boolean',
    day: 'date',
    large: 'text',
    nothing: 'number',
  })
  expect(rows).toEqual([
    {
      id: 1,
      whole: 7,
      real: 1.25,
      text: 'NA',
      flag: true,
      day: '2026-01-31',
      large: '18446744073709551615',
      nothing: null,
    },
  ])
  await tables.duck.run(`COPY (SELECT 1 AS one, [1, 2] AS many) TO '${path}' (FORMAT parquet)`)
  expect(await refusal(read(await readFile(path), {}, 'own.parquet'))).toEqual({
    code: 'dataset.parquet-type',
    file: 'own.parquet',
    column: 'many',
    type: 'INTEGER[]',
  })
  expect(await refusal(read('PAR1', {}, 'own.parquet'))).toEqual({ code: 'dataset.table-broken', file: 'own.parquet' })
})

test('refuses a Parquet file with a damaged page as a broken table, even if its footer is intact', async () => {
  const path = join(tables.dir, 'damaged.parquet')
  await tables.duck.run(`COPY (SELECT range AS a, hash(range) AS b FROM range(100)) TO '${path}' (FORMAT parquet)`)
  const damaged = (await readFile(path)).fill(7, 4, 300)
  expect(await refusal(read(damaged, {}, 'damaged.parquet'))).toEqual({
    code: 'dataset.table-broken',
    file: 'damaged.parquet',
  })
})

test.each([
  ['very many rows', 'SELECT 1 AS one FROM range(200_000_000)'],
  ['very long texts', "SELECT repeat('x', 50_000_000) AS text FROM range(4)"],
])('refuses a small Parquet file with %s before reading it', async (_what, query) => {
  const path = join(tables.dir, 'bomb.parquet')
  await tables.duck.run(`COPY (${query}) TO '${path}' (FORMAT parquet, COMPRESSION zstd)`)
  expect(await refusal(read(await readFile(path), {}, 'bomb.parquet'))).toEqual({
    code: 'dataset.parquet-bomb',
    file: 'bomb.parquet',
  })
})

test.each(['table.csv', 'table.xlsx', 'table.parquet'])(
  'does not unpack an archive that has the extension of %s',
  async (name) => {
    const archive = rawZip([{ name: 'a.csv', content: 'a\n1\n' }])
    expect(await refusal(read(archive, {}, name))).toEqual({ code: 'dataset.table-broken', file: name })
  },
)

const people = '姓名,项目,结果\n张三,血糖,5.1\n李四,血糖,6.2\n'
const rowsBelow = [
  { id: 1, 姓名: '张三', 项目: '血糖', 结果: 5.1 },
  { id: 2, 姓名: '李四', 项目: '血糖', 结果: 6.2 },
]
const cells = people
  .trim()
  .split('\n')
  .map((line) => line.split(',').map((cell) => (cell === '' || Number.isNaN(Number(cell)) ? cell : Number(cell))))
const book = (...above: WorkbookCell[][]) => workbook({ S: [...above, ...cells] })
const empty = { code: 'dataset.header-empty', position: 2, otherRemedy: 'rename-columns' }
const width = { code: 'dataset.csv-width', found: 3, expected: 1, otherRemedy: 'skip-rows' }
test.each([
  ['as wide as the table', 't.csv', `滨江门诊部2024年检验结果,,\n${people}`, empty, { line: 1, headerLine: 2 }],
  ['in one cell', 't.csv', `滨江门诊部2024年检验结果\n${people}`, width, { line: 2, headerLine: 2 }],
  ['above semicolons', 't.csv', `检验结果\n\n${people.replaceAll(',', ';')}`, width, { line: 3, headerLine: 3 }],
  ['of two lines', 't.csv', `检验结果,,\n检验科,,2024\n${people}`, empty, { line: 1, headerLine: 3 }],
  ['in a workbook', 'b.xlsx', book(['检验结果']), width, { line: 2, headerLine: 2 }],
  ['in a workbook, over two lines', 'b.xlsx', book([], ['检验\n结果']), width, { line: 3, headerLine: 3 }],
])(
  "if the table has a title %s, offers the header's line first and reads the table from there",
  async (_what, name, content, error, at) => {
    expect(await refusal(read(content, {}, name))).toEqual({ ...error, file: name, remedy: 'header-line', ...at })
    const { rows, report } = await read(content, { headerLine: at.headerLine }, name)
    expect(rows).toEqual(rowsBelow)
    expect(report.notes).toContainEqual({ name: 'above-header', value: expect.stringMatching(/^[12]$/) })
    expect(report.rowsRead).toBe(2)
  },
)

test('still offers the header line if no row is left because of the title, and does not read a header with an unnamed column as a title', async () => {
  const skipped = await refusal(read(`检验结果\n${people}`, { skipBadRows: true }))
  expect(skipped).toEqual({ code: 'dataset.csv-empty', remedy: 'header-line', headerLine: 2 })
  expect(await refusal(read(',name\n0,a\n1,b\n'))).toMatchObject({ remedy: 'rename-columns' })
  expect(await refusal(read('a,b\n0,a,x\n1,b,y\n'))).toMatchObject({ remedy: 'skip-rows' })
  // Rows of numbers below a header that uses another separator are not a header, either.
  const mixed = await refusal(read('age,dose,ill\n30;0;0\n40;1;1\n50;0;1\n'))
  expect(mixed).toMatchObject({ code: 'dataset.csv-width', remedy: 'skip-rows' })
  const beyond = read(people, { headerLine: 9 })
  expect(await refusal(beyond)).toEqual({ code: 'dataset.csv-empty' })
})

test('keeps the last column of a workbook below a title even if it is often empty', async () => {
  const sheet = [['检验结果'], ['姓名', '结果', '备注'], ['张三', 1], ['李四', 2], ['王五', 3, '复查']]
  const { rows } = await read(workbook({ S: sheet }), { headerLine: 2 }, 'b.xlsx')
  expect(rows.map(({ 备注 }) => 备注)).toEqual([null, null, '复查'])
  expect(await refusal(read(workbook({ S: sheet }), {}, 'b.xlsx'))).toMatchObject({ headerLine: 2 })
})

test('reads the first visible sheet with a table, and names the other sheets', async () => {
  const table = (name: string) => [
    ['a', 'b'],
    [name, 1],
  ]
  const sheets = {
    Secret: table('hidden'),
    说明: [['填写说明'], ['请勿修改']],
    数据: table('data'),
    More: table('more'),
  }
  const { rows, report } = await read(workbook(sheets, { hidden: ['Secret'] }), {}, 'book.xlsx')
  expect(rows).toEqual([{ id: 1, a: 'data', b: 1 }])
  expect(report.notes).toEqual([
    { name: 'sheet', value: '数据' },
    { name: 'sheets-unread', value: 'Secret, 说明, More' },
  ])
  const alone = await read(workbook({ Secret: table('hidden') }, { hidden: ['Secret'] }), {}, 'book.xlsx')
  expect(alone.rows).toEqual([{ id: 1, a: 'hidden', b: 1 }])
})

test('counts cells merged over several rows, but not those of a title or within one row; reads times without a date', async () => {
  const data = [
    ['检验结果'],
    ['科室', '项目', '时间'],
    ['内科', 'x', { day: 0.4375 }],
    [null, 'y', { day: 0.5 }],
    ['外科', 'z', null],
  ]
  const merged = { S: ['A1:C1', 'A3:A4', 'B5:C5'] }
  const { rows, report } = await read(workbook({ S: data }, { merged }), { headerLine: 2 }, 'book.xlsx')
  expect(rows.map(({ 科室, 时间 }) => [科室, 时间])).toEqual([
    ['内科', '10:30:00'],
    [null, '12:00:00'],
    ['外科', null],
  ])
  expect(report.notes).toContainEqual({ name: 'merged', value: '1' })
})

test.each([
  ['windows-1252', 'Name,Einheit\nMüller,µg\nJürgens,°C\n', true],
  ['big5', '姓名,項目,結果\n陳大文,血糖檢驗,正常\n李小明,尿蛋白,異常\n', true],
  ['gb18030', '姓名,项目,结果\n陈大文,血糖检验,正常\n李晓明,尿蛋白,异常\n张喆,肌酐,䶮\n', false],
  ['gb18030', 'Name,Einheit\n张三,µg\n', false],
])('warns about the encoding of %s read as GB18030 if rare characters prevail', async (encoding, csv, isDoubted) => {
  const { report } = await read(iconv.encode(csv, encoding), { skipBadRows: true, renameColumns: true })
  expect(report.notes).toContainEqual({ name: 'encoding', value: 'GB18030' })
  expect(report.notes.some(({ name }) => name === 'encoding-doubtful')).toBe(isDoubted)
})

test('reads a spreadsheet\'s "Unicode text" export as a table', async () => {
  const text = iconv.encode('姓名\t值\r\n张三\t1\r\n', 'utf-16le', { addBOM: true })
  const { rows, report } = await read(text, {}, '检验.txt')
  expect(rows).toEqual([{ id: 1, 姓名: '张三', 值: 1 }])
  expect(report.notes).toContainEqual({ name: 'encoding', value: 'UTF-16LE' })
})

test("keeps leading zeros of a workbook's number if its cell format consists of zeros", async () => {
  const data = [[], ['值', '病案号'], [5, { code: 123 }], [6, { code: 1_234_567 }]]
  const { rows, columnTypes } = await read(workbook({ 说明: [['x']], 数据: data }), {}, 'book.xlsx')
  expect(rows.map(({ 值, 病案号 }) => [值, 病案号])).toEqual([
    [5, '000123'],
    [6, '1234567'],
  ])
  expect(columnTypes).toEqual({ 值: 'integer', 病案号: 'text' })
})
