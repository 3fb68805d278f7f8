import iconv from 'iconv-lite'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { encoded, gb18030, utf16 } from '../../testing/encodings.ts'
import { buildReading, type ReadingBench } from '../../testing/reading.ts'
import { readNlp } from './nlp.ts'
import { kindsOf, tagText } from './tags.ts'

let bench: ReadingBench
beforeAll(async () => {
  bench = await buildReading(readNlp)
})
afterAll(() => bench.close())
afterEach(() => vi.restoreAllMocks())

const TEXT_A = '{"text":"a","label":"x"}'
const TEXT_B = '{"text":"b","label":"y"}'
const lines = (...objects: unknown[]) => objects.map((one) => JSON.stringify(one)).join('\n')

test.each([
  ['CSV', { 'texts.csv': 'text,label\n"很好，\n谢谢",正面\n"so ""bad""",负面\n' }],
  ['CSV in GB18030', { 'texts.csv': gb18030('text,label\n"很好，\n谢谢",正面\n"so ""bad""",负面\n') }],
  ['TSV in UTF-16', { 'a/texts.tsv': utf16('text\tlabel\r\n"很好，\r\n谢谢"\t正面\r\n"so ""bad"""\t负面\r\n') }],
  ['JSONL', { 'texts.jsonl': lines({ text: '很好，\n谢谢', label: '正面' }, { label: '负面', text: 'so "bad"' }) }],
  [
    'JSON',
    {
      'texts.json': JSON.stringify(
        [
          { text: '很好，\n谢谢', label: '正面' },
          { text: 'so "bad"', label: '负面' },
        ],
        null,
        2,
      ),
    },
  ],
  [
    'a list called JSONL',
    { 't.jsonl': `\n[${lines({ text: '很好，\n谢谢', label: '正面' })},\n{"text":"so \\"bad\\"","label":"负面"}]` },
  ],
  [
    'lists of one label',
    { 't.jsonl': lines({ text: '很好，\n谢谢', label: ['正面'] }, { text: 'so "bad"', label: ['负面'] }) },
  ],
  ['two files', { 'a.csv': 'text,label\n"很好，\n谢谢",正面\n', 'b.csv': 'label,text\n负面,"so ""bad"""\n' }],
])('reads texts and labels from %s', async (_what, files) => {
  const { reading, rows } = await bench.read(files)
  expect(rows).toEqual([
    { id: 1, text: '很好，\n谢谢', label: '正面' },
    { id: 2, text: 'so "bad"', label: '负面' },
  ])
  expect(reading).toMatchObject({
    columns: ['text', 'label'],
    columnTypes: { text: 'text', label: 'text' },
    labelColumns: ['label'],
    rowCount: 2,
    report: { rowsRead: 2, rejected: [] },
  })
})

test('ignores comment lines above a sentence', async () => {
  const { rows } = await bench.read({
    'a.conll': '# sent_id = 1\n# text = Bob came\nBob B-PER\ncame O\n\n# id 4f2\tdomain=en\n# O\nAnn B-PER\n',
  })
  expect(rows.map(({ tokens, tags }) => [tokens, tags])).toEqual([
    ['["Bob","came"]', '["B-PER","O"]'],
    ['["#","Ann"]', '["O","B-PER"]'],
  ])
  const marked = { 't.conll': '# is B-X\nBob B-PER\n' }
  expect((await bench.read(marked)).rows[0]?.tokens).toBe('["#","Bob"]')
})

test('counts entities whose offsets cannot be verified, and shows how the first such entity is read', async () => {
  const inclusive = {
    text: '张三在北京',
    entities: [
      { start: 0, end: 1, label: 'PER' },
      { start: 3, end: 4, label: 'LOC' },
    ],
  }
  const { reading } = await bench.read({ 'a.jsonl': lines(inclusive), 'b.jsonl': lines(inclusive) })
  expect(reading.report.notes).toEqual([{ name: 'entities-unchecked', value: '“张” (PER)', count: 4 }])
  const clear = {
    text: 'Bob came, Ann left',
    entities: [
      { start: 0, end: 3, label: 'PER' },
      { start: 10, end: 13, label: 'PER' },
    ],
  }
  expect((await bench.read({ 'a.jsonl': lines(clear) })).reading.report.notes).toEqual([])
})

test('keeps ids distinct if they have more digits than a double holds', async () => {
  const text = '{"id":9007199254740993,"text":"a","label":"x"}\n{"id":9007199254740992,"text":"b","label":"y"}\n'
  const { rows } = await bench.read({ 't.jsonl': text })
  expect(rows.map(({ id }) => String(id)).sort()).toEqual(['9007199254740992', '9007199254740993'])
})

test.each(['utf16le', 'utf-16be'])('reads texts in %s without a byte order mark', async (encoding) => {
  const texts = {
    't.csv': 'text,label\r\n这家酒店很好,正面\r\n服务太差了,负面\r\n',
    'u.jsonl': lines({ text: 'good', label: 'pos' }),
  }
  for (const [name, text] of Object.entries(texts)) {
    const { reading } = await bench.read({ [name]: iconv.encode(text, encoding, { addBOM: false }) })
    expect([name, reading.columns, reading.report.rejected]).toEqual([name, ['text', 'label'], []])
  }
})

test.each([
  [
    'a file of texts',
    { 't.csv': encoded('EUC-KR', 'text,label\n머리가 아프고 열이 나요,내과\n다리를 다쳤어요,외과\n') },
    ['내과', '외과'],
  ],
  [
    'a text in each file',
    {
      'a/1.txt': encoded('EUC-KR', '머리가 아프고 열이 나요'),
      'a/2.txt': encoded('EUC-KR', '배가 아파요'),
      'b/1.txt': encoded('EUC-KR', '다리를 다쳤어요'),
    },
    ['a', 'a', 'b'],
  ],
])(
  'warns that a Korean text may not be GB18030, and reads it in the chosen encoding: %s',
  async (_what, files, labels) => {
    const { reading } = await bench.read(files)
    const doubt = reading.report.notes.find(({ name }) => name === 'encoding-doubtful')
    expect(doubt).toMatchObject({ value: 'GB18030', ways: expect.arrayContaining(['EUC-KR']) })
    expect(doubt?.ways?.[0]).toBe('EUC-KR')
    const chosen = await bench.read(files, { encoding: 'EUC-KR' })
    expect(chosen.rows[0]?.text).toBe('머리가 아프고 열이 나요')
    expect(chosen.rows.map(({ label }) => label)).toEqual(labels)
    expect(chosen.reading.report.notes.map(({ name, value }) => [name, value])).toEqual([['encoding', 'EUC-KR']])
  },
)

test('does not warn about the encoding of Chinese text after two megabytes of ASCII', async () => {
  const ascii = 'the patient is well,yes\n'.repeat(90_000)
  const { reading } = await bench.read({ 't.csv': gb18030(`text,label\n${ascii}病人头痛发热三天,否\n`) })
  expect(reading.report.notes.map(({ name, value }) => [name, value])).toEqual([['encoding', 'GB18030']])
})

test('reads several label columns, a single other column as the label, and own ids', async () => {
  const several = await bench.read({ 'nlp.csv': '内容,标签1,标签2,id\na,x,1,T-1\nb,y,2,T-2\n' })
  expect(several.reading.labelColumns).toEqual(['标签1', '标签2'])
  expect(several.rows).toEqual([
    { id: 'T-1', text: 'a', 标签1: 'x', 标签2: '1' },
    { id: 'T-2', text: 'b', 标签1: 'y', 标签2: '2' },
  ])
  expect((await bench.read({ 'nlp.csv': 'sentence,mood\na,glad\n' })).reading.labelColumns).toEqual(['mood'])
  const repeated = await bench.read({ 'nlp.csv': 'id,text,label\n7,a,x\n7,b,y\n' })
  expect(repeated.rows.map(({ id }) => id)).toEqual([1, 2])
  expect(repeated.reading.report.notes).toEqual([{ name: 'ids', value: 'repeated-left-out' }])
  const missing = await bench.read({ 'nlp.csv': 'id,text,label\n7,a,x\n,b,y\n' })
  expect(missing.reading.report.notes).toEqual([{ name: 'ids', value: 'missing-left-out' }])
})

test.each([
  [
    'lists, the first of which is empty',
    {
      't.jsonl': lines(
        { text: 'a', labels: [] },
        { text: 'b', labels: ['y', 'x', 'y'] },
        { text: 'c', labels: 'x' },
        { text: 'd', labels: ['x', 7] },
      ),
    },
    'labels',
    ['[]', '["x","y"]', '["x"]', '["7","x"]'],
  ],
  [
    'a header and bars',
    { 'texts.csv': 'text,labels\na,|\nb,y | x|y\nc,x\nd,7|x\n' },
    'labels',
    ['[]', '["x","y"]', '["x"]', '["7","x"]'],
  ],
  ['a header and semicolons', { 'texts.csv': 'text,labels\na,x;y\nb,y；z\n' }, 'labels', ['["x","y"]', '["y","z"]']],
  ['an unambiguous header', { 'texts.csv': 'text,多标签\na,x\nb,y\n' }, '多标签', ['["x"]', '["y"]']],
  ['bars before semicolons', { 'texts.csv': 'text,labels\na,x;y|z\n' }, 'labels', ['["x;y","z"]']],
])(
  'reads several labels per text: %s',
  { meta: { spec: 'screens.multilabel-data' } },
  async (_what, files, column, labels) => {
    const { reading, rows } = await bench.read(files)
    expect(rows.map((row) => row[column])).toEqual(labels)
    expect(reading).toMatchObject({ columnTypes: { text: 'text', [column]: 'labels' }, labelColumns: [column] })
    const counts = new Map<string, number>()
    for (const name of labels.flatMap((list) => JSON.parse(list) as string[])) {
      counts.set(name, (counts.get(name) ?? 0) + 1)
    }
    const values = [...counts].map(([name, count]) => ({ name, count }))
    const balance = values.sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1))
    expect(reading.analysis?.classes).toEqual([{ column, values: balance }])
  },
)

test('reads lists of labels in the same way if the first texts have no labels', async () => {
  const files = { 't.jsonl': lines({ text: 'a', labels: null }, { text: 'b', labels: ['x', 'y'] }) }
  expect(await bench.refusal(files)).toMatchObject({ code: 'dataset.no-label', line: 1 })
  const { rows } = await bench.read(files, { skipBadRows: true })
  expect(rows).toEqual([{ id: 1, text: 'b', labels: '["x","y"]' }])
})

test.each([
  ['a possible header, without separators', 'text,labels\na,x\nb,y\n', 'labels', ['x', 'y']],
  ['another header, whatever its cells contain', 'text,label\na,x|y\nb,y;z\n', 'label', ['x|y', 'y;z']],
])('reads one class per text: %s', async (_what, csv, column, labels) => {
  const { reading, rows } = await bench.read({ 'texts.csv': csv })
  expect(rows.map((row) => row[column])).toEqual(labels)
  expect(reading.columnTypes).toEqual({ text: 'text', [column]: 'text' })
})

test('reads one folder per class, with its files in numerical order', async () => {
  const { rows, reading } = await bench.read({
    'reviews/pos/10.txt': 'ten',
    'reviews/pos/9.txt': 'nine',
    'reviews/负面/1.txt': gb18030('太差了，不会再来'),
  })
  expect(rows).toEqual([
    { id: 'reviews/pos/9.txt', text: 'nine', label: 'pos' },
    { id: 'reviews/pos/10.txt', text: 'ten', label: 'pos' },
    { id: 'reviews/负面/1.txt', text: '太差了，不会再来', label: '负面' },
  ])
  expect(reading.analysis?.classes).toEqual([
    {
      column: 'label',
      values: [
        { name: 'pos', count: 2 },
        { name: '负面', count: 1 },
      ],
    },
  ])
})

test('combines the folders train and test as for pictures, and refuses other folders around the class folders', async () => {
  const copied = await bench.read({ 'train/Pos/1.txt': 'a', 'test/pos/1.txt': 'a', 'test/neg/1.txt': 'c' })
  expect(copied.rows.map(({ label }) => label)).toEqual(['neg', 'pos', 'pos'])
  expect(copied.reading.report.notes).toEqual([
    { name: 'parts', value: 'test, train' },
    { name: 'classes-merged', value: 'pos = Pos', count: 1 },
    { name: 'copies', value: 'test/pos/1.txt = train/Pos/1.txt', count: 1 },
  ])
  const { rows, reading } = await bench.read({ 'train/pos/1.txt': 'a', 'test/pos/1.txt': 'b', 'test/neg/1.txt': 'c' })
  expect(rows.map(({ text, label }) => [text, label])).toEqual([
    ['c', 'neg'],
    ['b', 'pos'],
    ['a', 'pos'],
  ])
  expect(reading.report.notes).toEqual([{ name: 'parts', value: 'test, train' }])
  const deep = { 'pos/a/1.txt': 'a', 'neg/b/1.txt': 'b' }
  expect(await bench.refusal(deep)).toEqual({ code: 'dataset.text-deep', file: 'neg/b/1.txt' })
  const parts = { 'train/1.txt': 'a', 'test/1.txt': 'b' }
  expect(await bench.refusal(parts)).toMatchObject({ code: 'dataset.texts-unclassed' })
})

test.each([
  ['one per line', `${lines({ text: 'a', label: 'x' }, { text: 'b', label: 'y' })}\n`],
  ['one a line with blank lines', `\n${lines({ text: 'a', label: 'x' })}\n\n${lines({ text: 'b', label: 'y' })}`],
  ['a named list', '{"version":"1","data":[{"text":"a","label":"x"},{"text":"b","label":"y"}],"names":["x","y"]}'],
])('reads a .json file of texts, %s', async (_what, json) => {
  const { rows } = await bench.read({ 't.json': json })
  expect(rows).toEqual([
    { id: 1, text: 'a', label: 'x' },
    { id: 2, text: 'b', label: 'y' },
  ])
})

test.each([
  ['after the first text', (other: string) => `{"names":["x","y"],"data":[${TEXT_A},${other},${TEXT_B}]}`],
  ['before the first text', (other: string) => `{"names":["x","y"],"data":[${other},${TEXT_A},${TEXT_B}]}`],
])(
  'refuses list elements that are not objects in a document of texts, %s, and on request leaves them out and counts them',
  async (_where, listOf) => {
    for (const other of ['"not an object"', 'null', '["x"]', '7']) {
      const broken = await bench.refusal({ 't.json': listOf(other) })
      expect(broken).toMatchObject({ code: 'dataset.json-broken', file: 't.json', line: 1, remedy: 'skip-rows' })
    }
    const files = { 't.json': listOf('"not an object",null,["x"]') }
    const { rows, reading } = await bench.read(files, { skipBadRows: true })
    expect(rows.map(({ text }) => text)).toEqual(['a', 'b'])
    expect(reading.report).toMatchObject({ rowsRead: 5, rejected: [{ reason: 'json', count: 3 }] })
  },
)

test.each(['entity', 'value', 'string'])(
  "does not read the field %s as an entity's text if it repeats the entity's label",
  async (name) => {
    const entities = [{ start: 0, end: 3, label: 'PER', [name]: 'PER' }]
    const { reading } = await bench.read({
      't.jsonl': lines({ text: 'Bob came', entities }, { text: 'Oh', entities: [] }),
    })
    expect(reading.report).toMatchObject({ rowsRead: 2, rejected: [] })
    const both = [{ start: 0, end: 3, label: 'PER', [name]: 'PER', text: 'Bob' }]
    const { reading: other } = await bench.read({
      't.jsonl': lines({ text: 'So Bob', entities: both.map((one) => ({ ...one, start: 3, end: 6 })) }),
    })
    expect(other.report).toMatchObject({ rowsRead: 1, rejected: [] })
  },
)

test('names a broken line in a .json file with one text per line, and reads the other lines', async () => {
  const files = { 't.json': `${lines({ text: 'a', label: 'x' }, { text: 'b', label: 'y' })}\n{"text":` }
  expect(await bench.refusal(files)).toMatchObject({ code: 'dataset.json-broken', line: 3 })
  expect((await bench.read(files, { skipBadRows: true })).rows).toHaveLength(2)
})

const marked = [
  ['😀😀 张三在上海看病', ['张三', '上海']],
  ['🏥李四来自北京', ['李四', '北京']],
  ['é cole: Zoë was ill', ['Zoë']],
  ['普通文本张三', ['张三']],
] as const
type Count = (text: string) => number
const counts: Record<string, Count> = {
  characters: (text) => [...text].length,
  'utf-16': (text) => text.length,
  'utf-8': (text) => Buffer.byteLength(text),
}
/**
 * Returns entities as a program writes them that counts in this unit, from this start, with exclusive or inclusive
 * ends.
 */
function writtenBy(count: Count, { first = 0, isInclusive = false }): object[] {
  return marked.map(([text, entities]) => ({
    text,
    entities: entities.map((own) => {
      const before = text.slice(0, text.indexOf(own))
      const end = count(before + own) - (isInclusive ? 1 : 0)
      return { start: first + count(before), end: first + end, label: 'X', text: own }
    }),
  }))
}
const wholeEntities = (rows: Record<string, unknown>[]) =>
  rows.map(({ tokens, tags }) => {
    const words = JSON.parse(String(tokens)) as string[]
    const names = JSON.parse(String(tags)) as string[]
    return words.flatMap((word, at) => (names[at] === 'O' ? [] : [names[at] === 'B-X' ? ` ${word}` : word])).join('')
  })
const whole = [' 张三 上海', ' 李四 北京', ' Zoë', ' 张三']

test.each(
  Object.entries(counts).flatMap(([unit, count]) =>
    [0, 1].flatMap((first) =>
      [false, true].map((isInclusive) => ({
        note: [unit, ...(isInclusive ? ['inclusive'] : []), ...(first ? ['from-1'] : [])].join(' '),
        texts: writtenBy(count, { first, isInclusive }),
      })),
    ),
  ),
)('corrects entity positions in a file that counts in $note', async ({ note, texts }) => {
  const declared = note === 'characters'
  for (const file of [lines(...texts), JSON.stringify(texts)]) {
    const { rows, reading } = await bench.read({ 't.json': file })
    expect(wholeEntities(rows)).toEqual(whole)
    expect(reading.report.notes).toEqual(declared ? [] : [{ name: 'entity-offsets', value: note }])
  }
})

test('finds an entity even if the text stated for it has fewer blanks or composed accents', async () => {
  const text = `I saw Zoe\u0308${' '.repeat(60)}\n Brown`
  const entities = [{ start: 6, end: text.length, label: 'X', text: 'Zo\u00eb Brown' }]
  const { rows } = await bench.read({ 't.jsonl': lines({ text, entities }, { text: 'x', entities: [] }) })
  expect(wholeEntities(rows).map((whole) => whole.normalize('NFC'))).toEqual([' ZoëBrown', ''])
})

/** Returns the number of characters that are normalised while a file is read. */
async function normalisedBy(read: () => Promise<unknown>): Promise<number> {
  const normalize = String.prototype.normalize
  let characters = 0
  vi.spyOn(String.prototype, 'normalize').mockImplementation(function (this: string, form?: string) {
    characters += this.length
    return normalize.call(this, form)
  })
  await read()
  return characters
}

test.each([
  ['that span the whole text', 990_000, 100],
  ['in a text that is too long', 1_000_001, 1],
])('does not normalise the text of entities %s and do not match', async (_what, length, count) => {
  const text = 'ab '.repeat(length).slice(0, length)
  const entities = Array.from({ length: count }, () => ({ start: 0, end: text.length, label: 'X', text: 'a' }))
  const file = lines({ text: 'Bob', entities: [{ start: 0, end: 3, label: 'X', text: 'Bob' }] }, { text, entities })
  expect(await normalisedBy(() => bench.read({ 't.jsonl': file }, { skipBadRows: true }))).toBeLessThan(length)
})

test('refuses an entity whose stated text differs from the text at its position, and names the line, the entity and the text found', async () => {
  const texts = writtenBy(counts['utf-16'] as Count, {}) as { entities: { start: number; end: number }[] }[]
  const first = texts[0]?.entities[0] as { start: number; end: number }
  const files = {
    't.jsonl': lines(...texts.slice(1), texts[0], { text: '张三', entities: [{ ...first, start: 0, end: 1 }] }),
  }
  const refused = {
    code: 'dataset.entity-text',
    file: 't.jsonl',
    line: 5,
    entity: '张三',
    found: '张',
    remedy: 'skip-rows',
  }
  expect(await bench.refusal(files)).toEqual(refused)
  const { rows, reading } = await bench.read(files, { skipBadRows: true })
  expect(rows).toHaveLength(4)
  expect(reading.report.rejected).toMatchObject([{ reason: 'entity-place', count: 1 }])
})

test('refuses entities with different offset conventions in one file, but decides for each file separately', async () => {
  const [utf16] = writtenBy(counts['utf-16'] as Count, {})
  const [, inclusive] = writtenBy(counts.characters as Count, { isInclusive: true })
  expect(await bench.refusal({ 't.jsonl': lines(utf16, inclusive) })).toMatchObject({ code: 'dataset.entity-text' })
  const { reading } = await bench.read({ 'a.jsonl': lines(utf16), 'b.jsonl': lines(inclusive) })
  expect(reading.report.notes.map(({ value }) => value)).toEqual(['utf-16', 'characters inclusive'])
})

test("reads entities in CLUENER's format, which are grouped by type and text and have inclusive ends", async () => {
  const { rows } = await bench.read({
    't.json': lines(
      { text: '普通', label: {} },
      {
        text: '😀 张三在上海，张三',
        label: {
          name: {
            张三: [
              [2, 3],
              [8, 9],
            ],
          },
          city: { 上海: [[5, 6]] },
        },
      },
    ),
  })
  expect(rows.map(({ tags }) => tags)).toEqual([
    '["O","O"]',
    '["O","B-name","I-name","O","B-city","I-city","O","B-name","I-name"]',
  ])
})

const tagged = [
  { tokens: ['张', '三', 'in', 'Bonn'], tags: ['B-PER', 'I-PER', 'O', 'B-LOC'] },
  { tokens: ['ok'], tags: ['O'] },
]
test.each([
  ['JSONL', { 'ner.jsonl': lines(...tagged) }],
  ['CoNLL', { 'ner.conll': '-DOCSTART- O\n\n张 B-PER\n三 I-PER\nin O\nBonn B-LOC\n\n\nok O' }],
  [
    'tabs and more columns',
    { 'train.txt': '张\tN\tB-PER\r\n三\tN\tI-PER\r\nin\tP\tO\r\nBonn\tN\tB-LOC\r\n\r\nok\tA\tO\r\n' },
  ],
  [
    "doccano's spans",
    {
      'all.jsonl': lines(
        {
          id: 1,
          text: '张三 in Bonn',
          label: [
            [6, 10, 'LOC'],
            [0, 2, 'PER'],
          ],
        },
        { id: 2, text: 'ok', label: [] },
      ),
    },
  ],
  [
    'marked entities',
    {
      'ner.jsonl': lines(
        {
          text: '张三 in Bonn',
          entities: [
            { start: 6, end: 10, label: 'LOC' },
            { start: 0, end: 2, label: 'PER' },
          ],
        },
        { text: 'ok', entities: [] },
      ),
    },
  ],
])('reads tokens and tags from %s', async (_what, files) => {
  const { reading, rows } = await bench.read(files)
  expect(rows).toEqual(
    tagged.map(({ tokens, tags }, at) => ({ id: at + 1, tokens: JSON.stringify(tokens), tags: JSON.stringify(tags) })),
  )
  expect(reading).toMatchObject({ columns: ['tokens', 'tags'], labelColumns: ['tags'], rowCount: 2 })
  expect(reading.analysis?.classes).toEqual([
    {
      column: 'tags',
      values: [
        { name: 'LOC', count: 1 },
        { name: 'PER', count: 1 },
      ],
    },
  ])
  expect(reading.analysis?.distributions.map(({ of, minimum, maximum }) => [of, minimum, maximum])).toEqual([
    ['tokens', 1, 4],
    ['entities', 0, 2],
  ])
})

test('counts the lengths of texts in characters', async () => {
  const { reading } = await bench.read({ 'texts.csv': 'text,label\n很好😀,x\na,x\n' })
  expect(reading.analysis?.distributions).toMatchObject([{ of: 'text-length', minimum: 1, maximum: 3, mean: 2 }])
})

test.each([
  ['B and I', ['B-A', 'I-A', 'B-A', 'O', 'I-B'], ['A', 'A', 'B']],
  ['single ones', ['S-A', 'S-A', 'B-A', 'E-A', 'I-A'], ['A', 'A', 'A', 'A']],
  ['another type without a beginning', ['B-A', 'I-B'], ['A', 'B']],
  ['bare names', ['PER', 'PER', 'O', 'PER'], ['PER', 'PER']],
])('counts entities in token tags: %s', (_what, tags, kinds) => {
  expect(kindsOf(tags)).toEqual(kinds)
})

test('splits a text into words and characters, counting as Python does, and refuses entities that do not fit', () => {
  const text = '😀 Dr. Müller-Lüdenscheidt 到了東京タワー'
  const at = [...text].indexOf('東')
  const found = tagText(text, [{ start: at, end: at + 2, label: 'LOC' }])
  expect(found?.tokens).toEqual(['😀', 'Dr', '.', 'Müller', '-', 'Lüdenscheidt', ...'到了東京タワー'])
  expect(found?.tags.filter((tag) => tag !== 'O')).toEqual(['B-LOC', 'I-LOC'])
  expect(found?.tags.indexOf('B-LOC')).toBe(8)
  const span = (start: number, end: number) => ({ start, end, label: 'X' })
  expect(tagText('ab cd', [span(0, 2), span(1, 4)])).toBeUndefined()
  expect(tagText('ab cd', [span(0, 1), span(1, 2)])).toBeUndefined()
  expect(tagText('ab cd', [span(2, 3)])).toBeUndefined()
  expect(tagText('ab cd', [span(3, 6)])).toBeUndefined()
  expect(tagText('ab cd', [span(-1, 1)])).toBeUndefined()
})

const bad = (line: number, reason: string, files: Record<string, string | Buffer>, error: object, rows = 1) =>
  [reason, files, { line, ...error }, rows] as const
const good = '{"text":"a","label":"x"}'
test.each([
  bad(2, 'json', { 't.jsonl': `${good}\n{"text":` }, { code: 'dataset.json-broken' }),
  bad(2, 'json', { 't.jsonl': `${good}\n["text"]` }, { code: 'dataset.json-broken' }),
  bad(3, 'json', { 't.json': `[${good},\n\n{"text" "b"}]` }, { code: 'dataset.json-broken' }),
  bad(3, 'no-text', { 't.jsonl': `${good}\n\n{"label":"x"}` }, { code: 'dataset.no-text' }),
  bad(2, 'no-label', { 't.jsonl': `${good}\n{"text":"b"}` }, { code: 'dataset.no-label', column: 'label' }),
  bad(
    2,
    'json',
    { 't.jsonl': `${good}\n{"text":"b","label":{"a":1}}` },
    { code: 'dataset.field-type', field: 'label' },
  ),
  bad(2, 'json', { 't.jsonl': `${good}\n{"text":5,"label":"x"}` }, { code: 'dataset.field-type', field: 'text' }),
  bad(
    2,
    'json',
    { 't.jsonl': `${good}\n{"text":"b","label":"x","z":1}` },
    { code: 'dataset.field-unknown', field: 'z' },
  ),
  bad(4, 'width', { 't.csv': 'text,label\n"a\nb",x\nc\n' }, { code: 'dataset.row-width', found: 1, expected: 2 }),
  bad(3, 'quote', { 't.csv': 'text,label\na,x\n"b,y\nc,z\n' }, { code: 'dataset.row-quote' }, 2),
  bad(3, 'no-text', { 't.csv': 'text,label\na,x\n ,y\n' }, { code: 'dataset.no-text' }),
  bad(
    2,
    'too-long',
    { 't.csv': `text,label\n${'a'.repeat(1_000_001)},x\nb,y\n` },
    { code: 'dataset.row-long', limit: 1_000_000 },
  ),
  bad(
    2,
    'tags-length',
    { 't.jsonl': lines({ tokens: ['a'], tags: ['O'] }, { tokens: ['a', 'b'], tags: ['O'] }) },
    { code: 'dataset.tags-length', tokens: 2, tags: 1 },
  ),
  bad(
    2,
    'json',
    { 't.jsonl': lines({ tokens: ['a'], tags: ['O'] }, { tokens: ['a'], tags: [0] }) },
    { code: 'dataset.field-type', field: 'tags' },
  ),
  bad(4, 'tags-length', { 't.conll': 'a O\n\nb B-X\nc B-\n' }, { code: 'dataset.tag-untyped', tag: 'B-' }),
  bad(2, 'tags-length', { 't.txt': 'a O\nb I-\n\nc O' }, { code: 'dataset.tag-untyped', tag: 'I-' }),
  bad(
    2,
    'tags-length',
    { 't.jsonl': lines({ tokens: ['a'], tags: ['O'] }, { tokens: ['a'], tags: ['B-'] }) },
    { code: 'dataset.tag-untyped', tag: 'B-' },
  ),
  bad(
    2,
    'json',
    { 't.jsonl': lines({ text: 'a', labels: 'x' }, { text: 'b', labels: ['x', 'y'] }) },
    { code: 'dataset.label-list', field: 'labels' },
  ),
  bad(
    2,
    'json',
    { 't.jsonl': lines({ text: 'a', labels: ['x'] }, { text: 'b', labels: [['x']] }) },
    { code: 'dataset.field-type', field: 'labels' },
  ),
  bad(
    2,
    'no-label',
    { 't.jsonl': lines({ text: 'a', labels: ['x', 'y'] }, { text: 'b' }) },
    { code: 'dataset.no-label', column: 'labels' },
  ),
  bad(
    2,
    'json',
    { 't.jsonl': lines({ text: 'a', label: [[0, 1, 'X']] }, { text: 'b', label: ['x'] }) },
    { code: 'dataset.entities-form', field: 'label' },
  ),
  bad(4, 'tags-length', { 't.conll': 'a O\n\nb O\nc\n' }, { code: 'dataset.tag-missing' }),
  bad(
    2,
    'entity-place',
    { 't.jsonl': lines({ text: 'a', entities: [] }, { text: 'b', entities: [{ start: 0, end: 2, label: 'X' }] }) },
    { code: 'dataset.entity-range' },
  ),
])(
  'names file and line of an invalid text, and leaves the line out on request, case %#: %s',
  async (reason, files, error, rows) => {
    const [file] = Object.keys(files)
    expect(await bench.refusal(files)).toEqual({ ...error, file, remedy: 'skip-rows' })
    const { reading } = await bench.read(files, { skipBadRows: true })
    expect(reading.rowCount).toBe(rows)
    expect(reading.report).toMatchObject({
      rowsRead: rows + 1,
      rejected: [{ reason, count: 1, examples: [{ file, line: error.line }] }],
    })
  },
)

test.each([
  [
    'a column that is neither text nor label',
    { 't.csv': 'text,label,doctor\na,x,d\n' },
    { code: 'dataset.column-not-of-kind', file: 't.csv', column: 'doctor' },
  ],
  ['no text', { 'nlp.csv': 'a,b\n1,2\n' }, { code: 'dataset.column-needed', file: 'nlp.csv', column: 'text' }],
  [
    'a NUL in a name',
    { 't.jsonl': '{"text":"a","label\\u0000":"b"}' },
    { code: 'dataset.column-not-of-kind', file: 't.jsonl', column: 'label\0' },
  ],
  ['two texts', { 't.csv': 'text,content\na,b\n' }, { code: 'dataset.column-twice', file: 't.csv', column: 'content' }],
  [
    'a repeated column',
    { 't.csv': 'text,a,A\na,b,c\n' },
    { code: 'dataset.header-repeated', file: 't.csv', line: 1, column: 'A', remedy: 'rename-columns' },
  ],
  [
    'texts without a class',
    { 'a/1.txt': 'well then', 'a/2.txt': 'b' },
    { code: 'dataset.texts-unclassed', file: 'a/1.txt' },
  ],
  ['tags before tokens', { 't.conll': 'B-PER 张\nI-PER 三\n\nO 来\n' }, { code: 'dataset.tag-first', file: 't.conll' }],
  ['tags before tokens in a text', { 't.txt': 'O in\nB-LOC Bonn\n' }, { code: 'dataset.tag-first', file: 't.txt' }],
  ['a truncated document', { 't.json': `[${good},\n` }, { code: 'dataset.json-frame', file: 't.json', line: 2 }],
  [
    'a document with two lists of texts',
    { 't.json': `{"train":[${good}],\n"test":[${good}]}` },
    { code: 'dataset.field-unknown', file: 't.json', line: 2, field: 'test' },
  ],
  [
    'an item of a document of one line that is no object',
    { 't.json': `[${good},7]` },
    { code: 'dataset.json-broken', file: 't.json', line: 1, entry: '[1]', remedy: 'skip-rows' },
  ],
  [
    'a document without a list of texts',
    { 't.json': '{"text":["a","b"],"label":["x","y"]}' },
    { code: 'dataset.json-no-text', file: 't.json' },
  ],
  [
    'too many labels',
    { 't.jsonl': `{"text":"a",${Array.from({ length: 300_000 }, (_, at) => `"label${at}":1`)}}` },
    { code: 'dataset.header-many', file: 't.jsonl', count: 300_002, limit: 5_000 },
  ],
  [
    'a byte that is invalid in every encoding',
    { 't.csv': Buffer.from('text,label\na,\xff\xff\n', 'latin1') },
    { code: 'dataset.csv-encoding', file: 't.csv', line: 2, remedy: 'encoding', encoding: 'windows-1251' },
  ],
  [
    'an invalid byte in a UTF-8 text',
    {
      't.csv': Buffer.concat([
        Buffer.from(`text,label\n${'很好,正面\n'.repeat(9)}差`),
        Buffer.from([0xfe]),
        Buffer.from(',负面\n'),
      ]),
    },
    { code: 'dataset.text-damaged', file: 't.csv', line: 11, remedy: 'encoding', encoding: 'GB18030' },
  ],
  [
    'a table as JSON',
    { 't.json': '[{"age":1,"ill":"yes"},{"age":2,"ill":"no"}]' },
    { code: 'dataset.json-no-text', file: 't.json' },
  ],
  [
    'GeoJSON',
    { 't.json': '{"type":"FeatureCollection","features":[{"type":"Feature"}]}' },
    { code: 'dataset.json-no-text', file: 't.json' },
  ],
  [
    'a quotation mark that is never closed, deep in one line',
    { 't.json': `[${'{"text":"a","label":"x"},'.repeat(50)}{"text":"b","label":"y}]` },
    { code: 'dataset.json-frame', file: 't.json', line: 1, entry: '[50]' },
  ],
  ['a header alone', { 't.csv': 'text,label\n' }, { code: 'dataset.rows-none' }],
])('refuses a text dataset with %s', async (_what, files, error) => {
  expect(await bench.refusal(files as Record<string, string>)).toEqual(error)
})

test('reports the file of an element without a text, without a line number, and leaves it out on request', async () => {
  const files = { 'neg/1.txt': ' \n', 'neg/2.txt': 'a', 'pos/1.txt': 'b', 'pos/2.txt': 'c'.repeat(1_000_001) }
  const empty = { code: 'dataset.text-empty', file: 'neg/1.txt', remedy: 'skip-rows' }
  expect(await bench.refusal(files)).toEqual(empty)
  const { 'neg/1.txt': _empty, ...long } = files
  expect(await bench.refusal(long)).toMatchObject({ code: 'dataset.text-long', file: 'pos/2.txt' })
  const { reading } = await bench.read(files, { skipBadRows: true })
  expect(reading.rowCount).toBe(2)
})

test.each([
  ['an empty name', { text: 'a', '': 'x' }, { code: 'dataset.column-not-of-kind', column: '' }],
  ['one that begins with a space', { text: 'a', ' x': 'x' }, { code: 'dataset.column-not-of-kind', column: ' x' }],
  ['another id', { text: 'a', 编号: '1', ID: 'x' }, { code: 'dataset.column-twice', column: 'ID' }],
  [
    'two names that differ in case',
    { text: 'a', label: '1', Label: '2' },
    { code: 'dataset.column-twice', column: 'Label' },
  ],
])('refuses a document with a field under %s', async (_what, fields, error) => {
  expect(await bench.refusal({ 't.jsonl': lines(fields) })).toEqual({ ...error, file: 't.jsonl' })
})

test('gives names to columns that have no name or a repeated one if the member chose that', async () => {
  const files = { 't.csv': 'text,label,Label,\na,x,y,z\n' }
  expect(await bench.refusal(files)).toMatchObject({ code: 'dataset.header-repeated', remedy: 'rename-columns' })
  expect(await bench.refusal(files, { renameColumns: true })).toMatchObject({
    code: 'dataset.column-not-of-kind',
    column: 'column_4',
  })
  const { reading } = await bench.read({ 't.csv': 'text,label,Label\na,x,y\n' }, { renameColumns: true })
  expect(reading.labelColumns).toEqual(['label', 'Label_2'])
  expect(reading.report.renamed).toEqual([{ position: 3, from: 'Label', to: 'Label_2' }])
})

test('reads a JSON document that consists of one long line quickly', async () => {
  const texts = Array.from({ length: 20_000 }, (_, at) => ({ text: 'x'.repeat(100), label: `${at % 2}` }))
  const start = performance.now()
  const { reading } = await bench.read({ 'long.json': JSON.stringify(texts) })
  expect(reading.rowCount).toBe(20_000)
  expect(performance.now() - start).toBeLessThan(30_000)
})

test('splits a long JSON document at its elements, wherever the chunks of the file end', async () => {
  const texts = Array.from({ length: 8_000 }, (_, at) => ({
    text: `"{${at}],\\\n很好😀 ${'x'.repeat(at % 97)}`,
    label: `${at % 2}`,
  }))
  const { rows } = await bench.read({ 'long.json': JSON.stringify(texts, null, 1) })
  expect(rows).toEqual(texts.map((one, at) => ({ id: at + 1, ...one })))
})

test('reads many texts quickly in bounded memory', async () => {
  const count = 60_000
  const rows = Array.from({ length: count }, (_, at) => `"text ${at}, ""so""\nto say",${at % 3}`)
  const { reading, rows: read } = await bench.read({ 'texts.csv': `text,label\n${rows.join('\n')}\n` })
  expect(reading.rowCount).toBe(count)
  expect(read.at(-1)).toEqual({ id: count, text: `text ${count - 1}, "so"\nto say`, label: String((count - 1) % 3) })
})
