import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ChosenEncoding, ReadingNote, ReadOptions } from '@tessera/contract'
import iconv from 'iconv-lite'
import { expect, test } from 'vitest'
import { likelyEncodings } from '../../lib/likely-encodings.ts'
import { rawZip } from '../../testing/corpus/raw-zip.ts'
import { workbook } from '../../testing/corpus/workbooks.ts'
import { encoded } from '../../testing/encodings.ts'
import { openTables, read, readInput, refusal, tables, written } from '../../testing/read-tables.ts'

/** Archives as users have them (`testing/corpus/inputs`), and further cases with the same causes. */

openTables()

test.each([
  ['quoted-header/one-row-too-wide', 42, 4],
  ['quoted-header/one-row-too-wide-unquoted-header', 42, 4],
  ['quoted-header/footer-line', 42, 1],
])(
  'names a row whose width differs from its quoted header, and leaves it out on request: %s',
  async (input, line, found) => {
    const bad = { code: 'dataset.csv-width', file: 't.csv', line, found, expected: 3, remedy: 'skip-rows' }
    expect(await refusal(readInput(input))).toEqual(bad)
    const { rowCount, columns, report } = await readInput(input, { skipBadRows: true })
    expect([rowCount, columns]).toEqual([40, ['age', 'ill']])
    expect(report.rejected).toEqual([{ reason: 'width', count: 1, examples: [{ file: 't.csv', line }] }])
  },
)

test.each([
  ['"a";"b"\n1;2\n3;4;5\n', { code: 'dataset.csv-width', line: 3, found: 3, expected: 2 }],
  ['"a, b"\t"c"\n1\t2\n3\n', { code: 'dataset.csv-width', line: 3, found: 1, expected: 2 }],
  ['"a"\n"1"\n"2","3"\n', { code: 'dataset.csv-width', line: 3, found: 2, expected: 1 }],
  ['"a","b\n1,2\n', { code: 'dataset.csv-quote', line: 1 }],
])('refuses a table with a quoted header and names the error and its line: %j', async (csv, expected) => {
  expect(await refusal(read(csv))).toMatchObject(expected)
})

test("reads a table with a quoted header and rows of the header's width", async () => {
  expect(await readInput('quoted-header/all-well')).toMatchObject({ rowCount: 40, columns: ['age', 'ill'] })
})

test.each(['quoted-csv', 'unquoted-tsv', 'write-table', 'write-table-blank'])(
  'reads row names that R writes without a column name: %s',
  async (name) => {
    const { rowCount, columns, rows, report } = await readInput(`r-row-names/${name}`)
    expect([rowCount, columns]).toEqual([30, ['row_names', 'age', 'dose', 'ill']])
    expect(rows.map(({ row_names }) => row_names)).toEqual(Array.from({ length: 30 }, (_, at) => at + 1))
    expect(report.renamed).toEqual([{ position: 1, from: '', to: 'row_names' }])
  },
)

test('refuses rows with one value more than the header if this value can be a decimal part', async () => {
  const width = { code: 'dataset.csv-width', line: 2, found: 4, expected: 3 }
  expect(await refusal(readInput('r-row-names/unquoted-csv'))).toMatchObject(width)
  expect(await refusal(read('age;dose\n1;2;3\n1;2;3\n'))).toMatchObject({ code: 'dataset.csv-width', line: 2 })
})

test.each([
  ['id;age\n1;30;ok\n2;31;bad\n3;33;good\n', 3, 2],
  ['age;ID\n1;30;ok\n2;31;bad\n', 3, 2],
  ['"id"\t"age"\n"1"\t30\t"ok"\n"2"\t31\t"bad"\n', 3, 2],
  ['patient_nr;age\n1;30;ok\n2;31;bad\n', 3, 2],
  ['"nr";"age"\n"1";"30";"ok"\n"2";"31";"bad"\n', 3, 2],
  ['序号;age\n1;30;ok\n2;31;bad\n', 3, 2],
  ['age;sex\n30;f;ok\n31;m;bad\n', 3, 2],
  ['city|age\nUlm|30|ok\nBonn|31|bad\n', 3, 2],
])(
  'refuses a header that lacks its last name, instead of taking the first values for row names: %j',
  async (csv, found, expected) => {
    expect(await refusal(read(csv))).toMatchObject({ code: 'dataset.csv-width', line: 2, found, expected })
  },
)

test('reads quoted row names that are texts, not numbers', async () => {
  const { rows } = await read('"mpg";"cyl"\n"Mazda RX4";21;6\n"Fiat 128";32.4;4\n')
  expect(rows[0]).toMatchObject({ row_names: 'Mazda RX4', mpg: 21, cyl: 6 })
})

test.each([
  ['<1', 'unknown', '01-02-2026'],
  ['<1', '<1', '01-02-2026'],
])('offers no other way to read ids, because members cannot choose how ids are read: %s, %s, %s', async (...first) => {
  const ids = [...first, ...Array.from({ length: 40 }, (_one, at) => String(at + 10))]
  const { report } = await read(`id,age\n${ids.map((id, at) => `${id},${at}`).join('\n')}\n`)
  expect(report.notes.filter(({ column, ways }) => column?.startsWith('id') && ways)).toEqual([])
})

test('reads row names that every row has, and requires a column name if only their column has none', async () => {
  const { columns } = await readInput('r-row-names/quoted-tsv-complete')
  expect(columns).toEqual(['row', 'age', 'dose', 'ill'])
  const nameless = await refusal(readInput('r-row-names/write-csv'))
  expect(nameless).toMatchObject({ code: 'dataset.header-empty', position: 1, remedy: 'rename-columns' })
})

test('reads values separated by blanks if the header is quoted, and keeps blanks within quotation marks', async () => {
  const { rows, report } = await read('"age" "city"\n31 "New York"\n"42" Bonn\n')
  expect(rows).toEqual([
    { id: 1, age: 31, city: 'New York' },
    { id: 2, age: 42, city: 'Bonn' },
  ])
  expect(report.notes).toContainEqual({ name: 'separator', value: ' ' })
})

test.each([
  ['sep', ';'],
  ['sep-comma', ','],
])('does not read the line that declares the separator as the header: sep-line/%s', async (name, separator) => {
  const { rowCount, columnTypes, report } = await readInput(`sep-line/${name}`)
  expect([rowCount, columnTypes]).toEqual([30, { age: 'integer', dose: 'number', ill: 'text' }])
  expect(report.notes).toContainEqual({ name: 'separator', value: separator })
})

/** Writes a Parquet file of a query with DuckDB, and reads it. */
async function readParquet(query: string, options: Partial<ReadOptions> = {}) {
  const path = join(tables.dir, 'made.parquet')
  await tables.duck.run(`COPY (${query}) TO '${path}' (FORMAT parquet)`)
  return read(await readFile(path), options, 'made.parquet')
}

test('keeps 40 whole numbers of 18 digits distinct, and small ones as integers: decimal-38/ids', async () => {
  const { rows, columns, columnTypes } = await readInput('decimal-38/ids')
  expect(columns).not.toContain('id_2')
  expect(new Set(rows.map(({ id }) => id)).size).toBe(40)
  expect(new Set(rows.map(({ referrer }) => String(referrer))).size).toBe(40)
  expect(columnTypes).toEqual({ age: 'integer', referrer: 'integer', amount: 'number', ill: 'text' })
})

test('reads Parquet numbers as text if a 64-bit integer or a double would round them', async () => {
  const { columnTypes, rows } = await readParquet(`SELECT
    CAST(n AS DECIMAL(38, 0)) + 99999999999999999999999999999999999990 AS id38,
    CAST(n AS DECIMAL(19, 0)) + 9223372036854775800 AS id19,
    CAST(n AS DECIMAL(20, 2)) + 110101199003071200.01 AS cents,
    CAST(n + 18446744073709551600 AS UBIGINT) AS big, CAST(n AS UBIGINT) AS small,
    CAST(n AS DECIMAL(38, 10)) / 4 AS quarter, CAST(n AS DECIMAL(18, 0)) AS short, CAST(n AS DECIMAL(9, 2)) AS money,
    uuid() AS key FROM range(10) t(n)`)
  expect(columnTypes).toEqual({
    id38: 'text',
    id19: 'text',
    cents: 'text',
    big: 'text',
    small: 'integer',
    quarter: 'number',
    short: 'integer',
    money: 'number',
    key: 'text',
  })
  for (const name of ['id38', 'id19', 'cents', 'big', 'small', 'quarter', 'short', 'money', 'key']) {
    expect([name, new Set(rows.map((row) => row[name])).size]).toEqual([name, 10])
  }
  expect(rows.at(-1)).toMatchObject({ id38: '99999999999999999999999999999999999999', cents: '110101199003071209.01' })
})

test('reads infinite numbers and dates in Parquet as missing, and counts them in the draft', async () => {
  const { report, columnTypes } = await readParquet(`SELECT
    CASE n WHEN 1 THEN 'inf'::DOUBLE WHEN 2 THEN '-inf'::DOUBLE WHEN 3 THEN 'nan'::DOUBLE WHEN 4 THEN NULL ELSE n END AS x,
    CASE WHEN n < 3 THEN 'inf'::FLOAT ELSE n END AS y, n / 2.0 AS clean,
    CASE n WHEN 1 THEN 'infinity'::DATE ELSE '2026-01-01'::DATE + CAST(n AS INTEGER) END AS day,
    CASE n WHEN 1 THEN '-infinity'::TIMESTAMP ELSE '2026-01-01 10:00:00'::TIMESTAMP END AS moment FROM range(10) t(n)`)
  expect(columnTypes).toEqual({ x: 'number', y: 'number', clean: 'number', day: 'date', moment: 'date' })
  expect(report.notes).toEqual([
    { name: 'missing', column: 'x', value: '-inf × 1, inf × 1, nan × 1' },
    { name: 'missing', column: 'y', value: 'inf × 3' },
    { name: 'missing', column: 'day', value: 'infinity × 1' },
    { name: 'missing', column: 'moment', value: '-infinity × 1' },
  ])
  const present =
    'count(x) AS x, count(y) AS y, count(clean) AS clean, count(day) AS day, count(moment) AS moment, max(x) AS high'
  expect(await tables.duck.row(`SELECT ${present} FROM ${written()}`)).toEqual({
    x: 6,
    y: 7,
    clean: 10,
    day: 9,
    moment: 9,
    high: 9,
  })
})

const doubt = (notes: ReadingNote[]) => notes.find(({ name }) => name === 'encoding-doubtful')

test.each([
  ['big5', 'Big5', '編號'],
  ['big5-long', 'Big5', '編號'],
  ['euc-kr', 'EUC-KR', '번호'],
  ['euc-jp', 'EUC-JP', '番号'],
  ['shift-jis', 'Shift_JIS', '番号'],
  ['latin1-few', 'windows-1252', 'age'],
])(
  'warns that a text may not be GB18030, and offers the probable encoding first: legacy-encodings/%s',
  async (name, encoding, column) => {
    const { report } = await readInput(`legacy-encodings/${name}`)
    expect(doubt(report.notes)?.ways?.[0]).toBe(encoding)
    const chosen = await readInput(`legacy-encodings/${name}`, { encoding: encoding as ChosenEncoding })
    expect(chosen.columns.map((one) => one.slice(-column.length))).toContain(column)
    expect(doubt(chosen.report.notes)).toBeUndefined()
    expect(chosen.report.notes[0]).toMatchObject({ name: 'encoding', value: encoding })
  },
)

test('if GB18030 cannot decode a text, offers another encoding before leaving rows out: legacy-encodings/koi8', async () => {
  expect(await refusal(readInput('legacy-encodings/koi8'))).toMatchObject({
    code: 'dataset.csv-encoding',
    line: 2,
    remedy: 'encoding',
    encoding: 'windows-1251',
    otherRemedy: 'skip-rows',
  })
  const { columns, rowCount } = await readInput('legacy-encodings/koi8', { encoding: 'windows-1251' })
  expect([columns, rowCount]).toEqual([['возраст', 'пол', 'итог'], 30])
})

test.each([
  ['euc-kr', '이름,성별,진단\n김철수,남,고혈압\n이영희,여,당뇨병\n', 'EUC-KR'],
  ['euc-kr', '지역,매출\n서울,100\n부산,200\n', 'EUC-KR'],
  ['shift_jis', '患者番号,性別,診断\n1,男,高血圧\n2,女,糖尿病\n', 'Shift_JIS'],
  ['shift_jis', '名前,住所\n田中太郎,東京都\nさくら,大阪府\n', 'Shift_JIS'],
  ['euc-jp', '名前,住所\n田中太郎,東京都\nさくら,大阪府\n', 'EUC-JP'],
  ['big5', '編號,科別\n1,內科\n2,外科\n', 'Big5'],
  ['koi8-r', 'имя,пол\nИван,муж\nАнна,жен\n', 'KOI8-R'],
  ['windows-1251', 'имя,пол\nИван,муж\nАнна,жен\n', 'windows-1251'],
  ['windows-1252', 'name,ville\nJosé,Orléans\nZoë,Besançon\n', 'windows-1252'],
])('detects the encoding %s in %j', async (encoding, csv, expected) => {
  const { others, isDoubtful } = likelyEncodings(iconv.encode(csv, encoding))
  expect([isDoubtful, others[0]]).toEqual([true, expected])
})

test.each([
  'id,地区\n1,阜阳\n2,亳州\n3,滁州\n',
  '品名,产地\n苹果,烟台\n葡萄,吐鲁番\n榴莲,泰国\n',
  '姓名\n张三\n',
  '住院號,診斷\n1,肺炎\n2,糖尿病\n',
  'id,text\n1,患者主诉头晕乏力三天，伴恶心呕吐，无发热。\n',
  '菌株,基因,表达\n大肠杆菌,启动子,上调\n酵母,终止子,下调\n',
])('does not warn about the encoding of Chinese text in GB18030: %j', async (csv) => {
  const { report } = await read(iconv.encode(csv, 'gb18030'))
  expect(doubt(report.notes)).toBeUndefined()
})

const noteOf = (notes: ReadingNote[], column: string) => notes.find((note) => note.column === column)

test('reports values below and above a detection limit, and reads them as numbers or leaves them out: censored-lab', async () => {
  const { report, columnTypes } = await readInput('censored-lab/lab')
  expect(columnTypes).toMatchObject({ crp: 'text', tsh: 'text' })
  const ways = ['numbers', 'numbers-only']
  expect(noteOf(report.notes, 'crp')).toEqual({
    name: 'not-number',
    column: 'crp',
    value: '<0.5',
    line: 2,
    count: 12,
    becomes: '0.5',
    ways,
  })
  expect(noteOf(report.notes, 'tsh')).toMatchObject({ value: '>100', line: 2, count: 3, becomes: '100', ways })
  const columns = [
    { column: 'crp', as: 'numbers' as const },
    { column: 'tsh', as: 'numbers-only' as const },
  ]
  const read = await readInput('censored-lab/lab', { columns })
  expect(read.columnTypes).toMatchObject({ crp: 'number', tsh: 'number' })
  expect(read.rows[0]).toMatchObject({ crp: 0.5, tsh: null })
  expect(noteOf(read.report.notes, 'crp')).toEqual({ name: 'read-as', column: 'crp', value: 'numbers', count: 0 })
  expect(noteOf(read.report.notes, 'tsh')).toEqual({ name: 'read-as', column: 'tsh', value: 'numbers-only', count: 3 })
})

test('reads a chosen column correctly if only late rows have blanks around their values', async () => {
  const rows = (value: string, count: number) => Array.from({ length: count }, () => `x;${value}`)
  const late = (first: string, last: string) => ['a;b', ...rows(first, 5_000), ...rows(` ${last} `, 50)].join('\n')
  for (const [csv, as] of [
    [late('<1.5', '<7.5'), 'numbers'],
    [late('31-JAN-2024', '1-FEB-2024'), 'dates'],
  ] as const) {
    const { rows: found } = await read(csv, { columns: [{ column: 'b', as }] })
    expect(found.filter(({ b }) => b === null)).toEqual([])
  }
})

test('reads database words and spreadsheet errors among numbers as missing, and counts them: database-null', async () => {
  const { report, columnTypes } = await readInput('database-null/dump')
  expect(columnTypes).toEqual({ age: 'integer', hb: 'integer', sodium: 'integer', potassium: 'number', ill: 'text' })
  expect(report.notes.filter(({ column }) => column)).toEqual([
    { name: 'missing', column: 'age', value: String.raw`\N × 12` },
    { name: 'missing', column: 'hb', value: '(null) × 15' },
    { name: 'missing', column: 'sodium', value: '未知 × 10' },
    { name: 'missing', column: 'potassium', value: '#DIV/0! × 9' },
  ])
})

test('reads chosen columns with several number styles, units and percentages in one pass', async () => {
  const values = {
    a: '<0,5',
    b: '<12%',
    c: '70 kg',
    d: '1 234',
    e: '45%',
    f: '65岁',
    g: '31-JAN-2024',
    h: 'NA',
    i: 'x',
  }
  const others = { a: '1,25', b: '0.5', c: '72.5 kg', d: '5', e: '50', f: '70岁', g: '1-FEB-2024', h: 'ill', i: 'y' }
  const csv = [Object.keys(values), ...Array.from({ length: 30 }, () => [values, others].map(Object.values)).flat()]
  const columns = [
    ...['a', 'b', 'c', 'd', 'e', 'f', 'i'].map((column) => ({ column, as: 'numbers' as const })),
    ...[
      { column: 'g', as: 'dates' as const },
      { column: 'h', as: 'missing' as const },
    ],
  ]
  const { rows } = await read(csv.map((cells) => cells.join(';')).join('\n'), { columns })
  expect(rows.slice(0, 2)).toEqual([
    { id: 1, a: 0.5, b: 0.12, c: 70, d: 1234, e: 45, f: 65, g: '2024-01-31', h: null, i: 'x' },
    { id: 2, a: 1.25, b: 0.5, c: 72.5, d: 5, e: 50, f: 70, g: '2024-02-01', h: 'ill', i: 'y' },
  ])
})

test('scans a text as often for many columns of numbers with marks as for few such columns', async () => {
  const scans = async (width: number, as?: 'numbers' | 'dates') => {
    const names = Array.from({ length: width }, (_, at) => `c${at}`)
    const csv = [names, ...Array.from({ length: 20 }, (_, row) => names.map((_name, at) => `<${(row * at) % 9}.5`))]
    const columns = as ? names.map((column) => ({ column, as })) : []
    const { queries } = await read(csv.map((cells) => cells.join(';')).join('\n'), { columns })
    return [queries.length, queries.filter((sql) => sql.includes('read_csv')).length]
  }
  expect(await scans(30)).toEqual(await scans(3))
  expect(await scans(30, 'numbers')).toEqual(await scans(3, 'numbers'))
  expect(await scans(30, 'dates')).toEqual(await scans(3, 'dates'))
})

/** A table of two columns, the second of which repeats these values. */
const column = (values: string[], rows = 60) =>
  ['a;b', ...Array.from({ length: rows }, (_, at) => `x${at % 7};${values[at % values.length]}`)].join('\n')
const both = ['numbers', 'numbers-only']

test.each<[string, string[], Partial<ReadingNote>, (number | null)[]]>([
  [
    'French thousands',
    ['1 234,5', '12,5', '1 000'],
    { count: 60, becomes: '1234.5', ways: ['numbers'] },
    [1234.5, 12.5, 1000],
  ],
  [
    'narrow blanks',
    ['1\u202f234,5', '2\u00a0345,6'],
    { count: 60, becomes: '1234.5', ways: ['numbers'] },
    [1234.5, 2345.6],
  ],
  [
    'Swiss thousands',
    ["1'234.5", '12.5', '1’000'],
    { count: 60, becomes: '1234.5', ways: ['numbers'] },
    [1234.5, 12.5, 1000],
  ],
  ['amounts of money', ['$1,234.5', '$12'], { count: 60, becomes: '1234.5', ways: ['numbers'] }, [1234.5, 12]],
  ['amounts in euros', ['€ 1.234,5', '12,5 €'], { count: 60, becomes: '1234.5', ways: ['numbers'] }, [1234.5, 12.5]],
  ['amounts in yuan', ['￥100', '200元'], { count: 60, becomes: '100', ways: ['numbers'] }, [100, 200]],
  ['full-width digits', ['１２．５', '３'], { count: 60, becomes: '12.5', ways: ['numbers'] }, [12.5, 3]],
  [
    'Indian thousands',
    ['12,34,567.5', '99,999'],
    { count: 60, becomes: '1234567.5', ways: ['numbers'] },
    [1234567.5, 99999],
  ],
  ['percentages', ['89%', '90.5 %'], { count: 60, becomes: '89', ways: ['numbers'] }, [89, 90.5]],
  ['percentages beside shares', ['0.5', '12%', '1'], { count: 20, becomes: '0.12', ways: both }, [0.5, 0.12, 1]],
  ['decimal commas and a limit', ['1,5', '<0,5', '2,75'], { count: 20, becomes: '0.5', ways: both }, [1.5, 0.5, 2.75]],
  ['flags', ['7.1↑', '1.5', '2 H', '3(L)', '4*'], { count: 48, becomes: '7.1', ways: both }, [7.1, 1.5, 2, 3, 4]],
  ['ages', ['65岁', '7 岁'], { count: 60, becomes: '65', ways: ['numbers'] }, [65, 7]],
  ['a unit in upper or lower case', ['70 kg', '65.5KG'], { count: 60, becomes: '70', ways: ['numbers'] }, [70, 65.5]],
  ['a unit beside plain numbers', ['70 kg', '65'], { count: 30, becomes: '70', ways: both }, [70, 65]],
  ['a unit with digits', ['5.6×10^9/L', '7 ×10^9/L'], { count: 60, becomes: '5.6', ways: ['numbers'] }, [5.6, 7]],
  ['a unit and limits', ['<0.5 mg/L', '12,5 mg/L'], { count: 60, becomes: '0.5', ways: ['numbers'] }, [0.5, 12.5]],
  ['limits', ['≤ 5', '>=7', '＜0.1', '4'], { count: 45, becomes: '5', ways: both }, [5, 7, 0.1, 4]],
])('offers to read %s as numbers, and reads them so on request', async (_what, values, note, numbers) => {
  const { report, columnTypes } = await read(column(values))
  expect(columnTypes.b).toBe('text')
  expect(noteOf(report.notes, 'b')).toMatchObject({ name: 'not-number', ...note })
  const chosen = await read(column(values), { columns: [{ column: 'b', as: 'numbers' }] })
  expect(chosen.columnTypes.b).toBe('number')
  expect(chosen.rows.slice(0, numbers.length).map(({ b }) => b)).toEqual(numbers)
})

test.each([
  ['an arrow', 6, '↑'],
  ['an arrow', 39, '↑'],
  ['words', 39, 'not measured'],
])(
  'reports the first other value among numbers and offers to read only the numbers: %s, %i of 60',
  async (_what, others, value) => {
    const values = Array.from({ length: 60 }, (_, at) => (at < others ? value : String(at / 4)))
    const { report } = await read(column(values))
    expect(noteOf(report.notes, 'b')).toEqual({
      name: 'not-number',
      column: 'b',
      value,
      line: 2,
      count: others,
      ways: ['numbers-only'],
    })
    const { rows, columnTypes } = await read(column(values), { columns: [{ column: 'b', as: 'numbers-only' }] })
    expect(columnTypes.b).toBe('number')
    expect(rows.filter(({ b }) => b === null)).toHaveLength(others)
  },
)

test.each([
  ['a,b\n"1,500",x\n"2,500",y\n', { value: '1,500', becomes: '1500' }, 1500],
  ['a;b\n1.500;x\n2.500;y\n', { value: '1.500', becomes: '1.5' }, 1.5],
])(
  'reports how it read a number whose separator could mean thousands or decimals: %j',
  async (csv, example, number) => {
    const { rows, report } = await read(csv)
    expect(rows[0]?.a).toBe(number)
    expect(noteOf(report.notes, 'a')).toEqual({ name: 'thousands', column: 'a', line: 2, count: 2, ...example })
  },
)

test.each([
  'a,b\n"1,500",x\n"1,234,567",y\n',
  'a,b\n"1,500",x\n"2,500.5",y\n',
  'a;b\n1.500;x\n0.125;y\n',
  'a;b\n1.500;1.25\n2.500;2.5\n',
  'a,b\n1.500,x\n2.500,y\n',
])('does not report numbers with separators if other values make them unambiguous: %j', async (csv) => {
  expect((await read(csv)).report.notes.some(({ name }) => name === 'thousands')).toBe(false)
})

test.each(['^', '~', '\u0001'])('reads the separators of database dumps: %j', async (separator) => {
  const csv = ['age', 'dose'].join(separator) + ['31', '0.5'].map((_one, at) => `\n${at}${separator}${at / 2}`).join('')
  const { columns, report } = await read(csv)
  expect(columns).toEqual(['age', 'dose'])
  expect(report.notes).toContainEqual({ name: 'separator', value: separator })
})

test('reports ids that a spreadsheet has shortened, and keeps unshortened ids distinct', async () => {
  const { report } = await read(column(['1.10101E+17', '2.3e17', '12']))
  expect(noteOf(report.notes, 'b')).toEqual({ name: 'rounded', column: 'b', value: '1.10101E+17', count: 40 })
  const ids = ['110101199003071234.0', '110101199003071235.0']
  expect(new Set((await read(column(ids))).rows.map(({ b }) => b)).size).toBe(2)
  expect((await read(column(['6.02E+23', '0.5']))).columnTypes.b).toBe('number')
})

test('shows how the first other value would be read, and shows nothing if it contains no number', async () => {
  const note = noteOf((await read(column(['not measured', '<0.5', '2']))).report.notes, 'b')
  expect(note).toEqual({ name: 'not-number', column: 'b', value: 'not measured', line: 2, count: 40, ways: both })
})

test.each([
  ['65岁', ['65岁', '3月', '7 天']],
  ['70 kg', ['70 kg', '154 lb', '65 kg']],
])('reports numbers with several units, which cannot be mixed, and offers no conversion: %s', async (value, values) => {
  const note = noteOf((await read(column(values))).report.notes, 'b')
  expect(note).toEqual({ name: 'not-number', column: 'b', value, line: 2, count: 60 })
})

test.each([
  [['1A', '2B', '3C']],
  [['1st', '2nd', '3rd', '4th']],
  [['12 Main Street', '7 High Road']],
  [['2A', 'Anna', 'Zoë', '王医生']],
])('does not read a name that contains a number as a number with a unit: %j', async (values) => {
  expect(noteOf((await read(column(values))).report.notes, 'b')).toBeUndefined()
})

test('offers no other way to read a column if it would change codes or is ambiguous', async () => {
  expect(noteOf((await read(column(['01067', '80331', '10115', '20095']))).report.notes, 'b')).toBeUndefined()
  const either = noteOf((await read(column(['1,234', '2,345']))).report.notes, 'b')
  expect(either).toEqual({ name: 'not-number', column: 'b', value: '1,234', line: 2, count: 60 })
  for (const names of [
    ['Anna', 'Bob 2'],
    ['A12', 'B7'],
  ]) {
    expect(noteOf((await read(column(names))).report.notes, 'b')).toBeUndefined()
  }
})

test.each<[string, string[], 'dates' | 'dates-day-first', string[]]>([
  [
    'times with zone',
    ['2024-01-31T10:00:00Z', '2024-02-01 23:30:00Z'],
    'dates',
    ['2024-01-31 10:00:00', '2024-02-01 23:30:00'],
  ],
  ['times of one zone as written', ['2024-02-01T00:30:00+08:00'], 'dates', ['2024-02-01 00:30:00']],
  [
    'times of two zones in UTC',
    ['2024-02-01T00:30+08:00', '2024-02-01T00:30-0130'],
    'dates',
    ['2024-01-31 16:30:00', '2024-02-01 02:00:00'],
  ],
  ['days without separators', ['20240131', '20240229'], 'dates', ['2024-01-31', '2024-02-29']],
  [
    'times without separators',
    ['20240131103000', '20240229000001'],
    'dates',
    ['2024-01-31 10:30:00', '2024-02-29 00:00:01'],
  ],
  [
    'months by name',
    ['31-JAN-2024', '1 March 2024', 'Mar 5, 2024'],
    'dates',
    ['2024-01-31', '2024-03-01', '2024-03-05'],
  ],
  ['days that could be months', ['05.04.2026', '06.07.2026'], 'dates-day-first', ['2026-04-05', '2026-07-06']],
])('offers to read %s as dates, and reads them so on request', async (_what, values, way, dates) => {
  const { report, columnTypes } = await read(column(values))
  expect(columnTypes.b).not.toBe('date')
  const note = noteOf(report.notes, 'b')
  expect(note).toMatchObject({ name: 'not-date', value: values[0], line: 2, count: 60 })
  expect(note?.ways?.[0]).toBe(way)
  const chosen = await read(column(values), { columns: [{ column: 'b', as: way }] })
  expect(chosen.columnTypes.b).toBe('date')
  expect(chosen.rows.slice(0, dates.length).map(({ b }) => b)).toEqual(dates)
})

test.each([[['31/12/23', '05/01/24']], [['12-MAR-98', '3-Apr-02']], [['1.2.24 10:30', '15.2.24 08:00']]])(
  'reports dates with a two-digit year, whose century is ambiguous, and offers no conversion: %j',
  async (values) => {
    const note = noteOf((await read(column(values))).report.notes, 'b')
    expect(note).toEqual({ name: 'not-date', column: 'b', value: values[0], line: 2, count: 60 })
  },
)

test('does not read an impossible date as a date', async () => {
  expect(noteOf((await read(column(['31/31/23', '45/01/24']))).report.notes, 'b')).toBeUndefined()
})

test('does not offer to read a column of whole numbers as dates if one number is not a date', async () => {
  expect(noteOf((await read(column(['20240131', '20240230']))).report.notes, 'b')).toBeUndefined()
})

test('counts words for "no value" among texts and offers to read them as missing', async () => {
  const values = ['NA', 'Mild', 'None', 'Severe']
  const { report, rows } = await read(column(values))
  expect(rows[0]?.b).toBe('NA')
  expect(noteOf(report.notes, 'b')).toEqual({
    name: 'missing-words',
    column: 'b',
    value: 'NA × 15, None × 15',
    count: 30,
    ways: ['missing'],
  })
  const chosen = await read(column(values), { columns: [{ column: 'b', as: 'missing' }] })
  expect(chosen.rows.slice(0, 4).map(({ b }) => b)).toEqual([null, 'Mild', null, 'Severe'])
  expect(noteOf(chosen.report.notes, 'b')).toEqual({ name: 'read-as', column: 'b', value: 'missing', count: 30 })
})

test('offers to read columns of Parquet as numbers, dates or missing values, and applies the choice', async () => {
  const query = `SELECT n AS key, CASE WHEN n % 3 = 0 THEN '<0.5' ELSE CAST(n AS VARCHAR) END AS crp,
    CASE WHEN n % 4 = 0 THEN 'NA' ELSE 'x' END AS region, 20240101 + n AS day FROM range(20) t(n)`
  const { report } = await readParquet(query)
  expect(report.notes.map(({ name, column, count }) => [name, column, count])).toEqual([
    ['not-number', 'crp', 7],
    ['not-date', 'day', 20],
    ['missing-words', 'region', 5],
  ])
  const columns = [
    { column: 'crp', as: 'numbers' as const },
    { column: 'region', as: 'missing' as const },
    { column: 'day', as: 'dates' as const },
    { column: 'key', as: 'left-out' as const },
  ]
  const { rows, columnTypes } = await readParquet(query, { columns })
  expect(columnTypes).toEqual({ crp: 'number', region: 'text', day: 'date' })
  expect(rows[0]).toEqual({ id: 1, crp: 0.5, region: null, day: '2024-01-01' })
})

test('reports row numbers that the writing program added, and leaves them out on request: pandas-index', async () => {
  const index = { name: 'index', column: '__index_level_0__', value: '0', count: 57, ways: ['left-out'] }
  expect((await readInput('pandas-index/unnamed')).report.notes).toEqual([index])
  const columns = [{ column: '__index_level_0__', as: 'left-out' as const }]
  expect(await readInput('pandas-index/unnamed', { columns })).toMatchObject({ columns: ['age', 'dose', 'ill'] })
  const csv = await readInput('pandas-index/csv-index', { renameColumns: true })
  expect(noteOf(csv.report.notes, 'column_1')).toMatchObject({ name: 'index', ways: ['left-out'] })
  const named = await readInput('pandas-index/named')
  expect(named.columns).toEqual(['age', 'dose', 'ill', 'patient_id'])
  expect(named.report.notes).toEqual([])
})

test('asks whether a header that contains values is a row, and reads it as a row on request', async () => {
  const csv = ['P1,34,0.5,yes', 'P2,35,1.5,no', 'P3,36,2.5,yes'].join('\n')
  const { report } = await read(csv)
  expect(report.notes).toContainEqual({ name: 'no-header', value: '34', count: 3, ways: ['no-header'] })
  const { rows, report: other } = await read(csv, { noHeader: true })
  expect(rows[0]).toEqual({ id: 1, column_1: 'P1', column_2: 34, column_3: 0.5, column_4: 'yes' })
  expect(other.notes.some(({ name }) => name === 'no-header')).toBe(false)
  expect(await refusal(read('1,2\n3,4\n'))).toMatchObject({ code: 'dataset.header-missing', remedy: 'no-header' })
  expect((await read('1,2\n3,4\n', { noHeader: true })).rowCount).toBe(2)
  for (const header of ['country,2019,2020,2021', 'name,sex,age,note']) {
    const { report: clean } = await read(`${header}\nP2,35,1.5,no\nP3,36,2.5,yes\n`)
    expect(clean.notes.some(({ name }) => name === 'no-header')).toBe(false)
  }
})

test('reads a gene table with one row per gene, and refuses one with more columns than an edge supports', async () => {
  expect(await readInput('gene-matrix/genes-as-rows')).toMatchObject({ rowCount: 300 })
  const header = Array.from({ length: 20_002 }, (_, at) => `g${at}`).join(',')
  expect(await refusal(read(`${header}\n`))).toMatchObject({ code: 'dataset.header-many', count: 20_002 })
})

test('reads a workbook cell without its furigana, and keeps its line breaks: furigana', async () => {
  const { rows, columns } = await readInput('furigana/dept')
  expect(columns).toEqual(['age', '氏名科', 'note', 'result'])
  expect(rows[0]).toMatchObject({ 氏名科: '内科', note: 'line one\r\nline two' })
})

test('counts, per column, formulas without a stored value and formulas with errors: formulas-never-calculated', async () => {
  const { report } = await readInput('formulas-never-calculated/no-values')
  expect(noteOf(report.notes, 'bmi')).toEqual({ name: 'formulas', column: 'bmi', value: 'D2', count: 30 })
  expect(noteOf(report.notes, 'ratio')).toEqual({
    name: 'missing',
    column: 'ratio',
    value: expect.stringMatching(/^#DIV\/0! × \d+$/),
  })
  const mixed = await readInput('formulas-never-calculated/percent-mixed')
  expect(mixed.report.notes.some(({ name }) => name === 'formulas')).toBe(false)
  expect(noteOf(mixed.report.notes, 'share')).toMatchObject({ value: '12%', becomes: '0.12', ways: both })
})

test('reads hidden rows and columns of a workbook like visible ones, and counts them', async () => {
  const rows = [['a', 'b', 'c'], ...Array.from({ length: 9 }, (_, at) => [at, `x${at}`, at / 2])]
  const book = workbook({ S: rows }, { hiddenRows: [4, 5, 9], hiddenColumns: [2] })
  const { rowCount, columns, report } = await read(book, {}, 'book.xlsx')
  expect([rowCount, columns]).toEqual([9, ['a', 'b', 'c']])
  expect(report.notes).toEqual([
    { name: 'sheet', value: 'S' },
    { name: 'hidden-rows', value: '4', count: 3 },
    { name: 'hidden-columns', value: 'B', count: 1 },
  ])
})

test('refuses decimals with more digits than DuckDB supports, and names their column: other-writers/decimal-256', async () => {
  expect(await refusal(readInput('other-writers/decimal-256'))).toEqual({
    code: 'dataset.parquet-decimal',
    file: 't.parquet',
    column: 's',
    digits: 50,
    limit: 38,
  })
})

test("reads times with a time zone as UTC, whatever the machine's time zone, and reports it", async () => {
  const query = `SELECT CAST('2026-01-31 10:00:00+08' AS TIMESTAMPTZ) + to_days(CAST(n AS INTEGER)) AS visit FROM range(3) t(n)`
  await tables.duck.run(`SET GLOBAL TimeZone = 'Asia/Shanghai'`)
  try {
    const { rows, columnTypes, report } = await readParquet(query)
    expect(columnTypes).toEqual({ visit: 'date' })
    expect(rows[0]?.visit).toBe('2026-01-31 02:00:00')
    expect(report.notes).toEqual([{ name: 'in-utc', column: 'visit', value: '2026-01-31 02:00:00' }])
  } finally {
    await tables.duck.run('RESET GLOBAL TimeZone')
  }
})

test('reads the largest doubles in Parquet, which some programs write for "no value", as missing and counts them', async () => {
  const { report, columnTypes, rows } = await readParquet(`SELECT
    CASE WHEN n = 3 THEN 1.7976931348623157e308 WHEN n = 4 THEN -1e60 ELSE n / 2 END AS dose FROM range(10) t(n)`)
  expect([columnTypes.dose, rows.filter(({ dose }) => dose === null)]).toEqual([
    'number',
    [
      { id: 4, dose: null },
      { id: 5, dose: null },
    ],
  ])
  expect(noteOf(report.notes, 'dose')).toMatchObject({
    name: 'missing',
    value: '-1e+60 × 1, 1.7976931348623157e+308 × 1',
  })
})

test.each(['1e400', '1.7976931348623157e308', '-1e50'])(
  'reads the number %s as missing, also in a column that the member chose to read as numbers',
  async (huge) => {
    const csv = column([huge, '<0.5', '2'])
    expect(noteOf((await read(csv)).report.notes, 'b')).toMatchObject({ becomes: '0.5' })
    await read(csv, { columns: [{ column: 'b', as: 'numbers' }] })
    expect(await tables.duck.row(`SELECT count(b) AS numbers, max(b) AS high FROM ${written()}`)).toEqual({
      numbers: 40,
      high: 2,
    })
  },
)

test('asks whether a header with two numbers that are not consecutive is a row', async () => {
  const { report } = await read('1,2.5,yes\n3,4.5,no\n5,6,yes\n')
  expect(report.notes).toContainEqual({ name: 'no-header', value: '1', count: 3, ways: ['no-header'] })
  const years = await read('country,2019,2020\nA,35,1.5\nB,36,2.5\n')
  expect(years.report.notes.some(({ name }) => name === 'no-header')).toBe(false)
})

test('reads durations of more than a day as the spreadsheet displays them: other-writers/durations', async () => {
  const { rows } = await readInput('other-writers/durations')
  expect(rows.map(({ dur }) => dur)).toEqual(['30:00:00', '31:00:00', '32:00:00', '33:00:00'])
})

test('reads times and durations of a workbook with the 1904 date system: other-writers/times-from-1904', async () => {
  const { rows } = await readInput('other-writers/times-from-1904')
  expect(rows[0]).toMatchObject({ t: '10:30:00', dur: '30:00:00' })
})

test('reads dates before March 1900 as a spreadsheet displays them: other-writers/days-of-1900', async () => {
  const { rows } = await readInput('other-writers/days-of-1900')
  expect(rows.map(({ d }) => d)).toEqual(['1900-01-15', '1900-01-15', '1900-01-15', '1900-01-15', '1900-03-01'])
})

test.each(['moments', 'moments-from-1904'])(
  'reads each time in a workbook with a precision of one second: other-writers/%s',
  async (name) => {
    const { rows } = await readInput(`other-writers/${name}`)
    const minute = (at: number) => new Date(Date.UTC(2026, 0, 31, 0, at, at % 60)).toISOString()
    expect(rows.map(({ t }) => t)).toEqual(rows.map((_row, at) => minute(at).slice(0, 19).replace('T', ' ')))
  },
)

test('reads row ids with decimal places, and reports row ids that a spreadsheet has shortened', async () => {
  const table = (ids: string[]) => `id,n\n${ids.map((id, at) => `${id},${at % 3}`).join('\n')}\n`
  const floats = await read(table(['10.01', '42.0', '51.5']))
  expect(floats.rows.map(({ id }) => id)).toEqual(['10.01', '42.0', '51.5'])
  expect(noteOf(floats.report.notes, 'id')).toBeUndefined()
  const { report } = await read(table(['1.10101E+17', '1.10102E+17', '1.10103E+17']))
  expect(noteOf(report.notes, 'id')).toMatchObject({ name: 'rounded', count: 3 })
})

test('reports whole numbers that a workbook has rounded to 15 digits: other-writers/long-numbers', async () => {
  const { report } = await readInput('other-writers/long-numbers')
  expect(noteOf(report.notes, 'pid')).toEqual({ name: 'rounded', column: 'pid', value: 'A2', count: 6 })
})

test('leaves out empty columns of a sheet: other-writers/begins-at-c5', async () => {
  const { columns, rowCount } = await readInput('other-writers/begins-at-c5')
  expect([columns, rowCount]).toEqual([['age', 'ill'], 3])
})

const cities = (count: number) =>
  Array.from({ length: count }, (_, at) => `${at},${at % 2 ? '上海' : '北京'}\n`).join('')

test.each([
  ['rows in another encoding', [`n,城市\n${cities(20)}`, encoded('GB18030', cities(20))], 22],
  ['a single byte', [`n,stadt\n${'1,München\n'.repeat(20)}2,M`, Buffer.from([0xfc]), 'nster\n'], 22],
])('in a UTF-8 text, names the first line that contains %s', async (_what, pieces, line) => {
  const bytes = Buffer.concat(pieces.map((piece) => Buffer.from(piece)))
  expect(await refusal(read(bytes))).toMatchObject({ code: 'dataset.text-damaged', line, remedy: 'skip-rows' })
  expect((await read(bytes, { skipBadRows: true })).rowCount).toBe(20)
})

/** Returns a workbook with one additional cell at a distant address. */
function farBook(place: string) {
  const row = place.replace(/\D/g, '')
  const far = `<row r="${row}"><c r="${place}"><v>1</v></c></row></sheetData>`
  const part = '<sheetData><row r="1"><c r="A1"><v>1</v></c></row>'
  const parts = bookParts.map(({ name, content }) => ({
    name,
    content: name.endsWith('sheet1.xml') ? `${content.split('<sheetData>')[0]}${part}${far}</worksheet>` : content,
  }))
  return rawZip(parts)
}
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const bookParts = [
  {
    name: 'xl/workbook.xml',
    content: `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="S" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  },
  {
    name: 'xl/_rels/workbook.xml.rels',
    content: `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
  },
  { name: 'xl/worksheets/sheet1.xml', content: `<worksheet xmlns="${MAIN}"><sheetData>` },
]

test.each(['XFD1048576', 'XFD100000', 'ZZ1000000', 'AZ900000', 'A9999999999', 'ZZZZ1'])(
  'refuses a workbook with a cell at the distant address %s before reading it',
  async (cell) => {
    const book = farBook(cell)
    expect(book.length).toBeLessThan(2_048)
    expect(await refusal(read(book, {}, 'book.xlsx'))).toEqual({
      code: 'dataset.workbook-sparse',
      file: 'book.xlsx',
      cell,
    })
  },
)
