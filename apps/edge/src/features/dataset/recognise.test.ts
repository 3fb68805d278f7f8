import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { phrase } from '@tessera/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openArchive } from '../../lib/zip.ts'
import { gb18030, utf16 } from '../../testing/encodings.ts'
import { zipOf } from '../../testing/world.ts'
import { recognise } from './recognise.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tessera-recognise-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

type Files = Record<string, string | Buffer>
const empty = (...names: string[]): Files => Object.fromEntries(names.map((name) => [name, '']))

async function kindOf(files: Files) {
  const path = join(folder, 'upload.zip')
  await writeFile(path, await zipOf(files))
  const archive = await openArchive(path)
  try {
    return await recognise(archive)
  } finally {
    archive.close()
  }
}
const inFolder = (files: Files, top: string): Files =>
  Object.fromEntries(Object.entries(files).map(([name, content]) => [`${top}/${name}`, content]))

/** What people put beside their data, and what is put there for them. */
const BESIDE = {
  ...{ 'README.txt': 'labels/1.txt', 'sub/readme.md': '', '说明.txt': 'x', '.gitignore': '', '.git/nodes.csv': 'id' },
  ...{ '__MACOSX/._a.png': '', '._texts.csv': '', '.DS_Store': '', 'Thumbs.db': '', 'desktop.ini': '' },
}

const conll = '张 B-PER\n三 I-PER\n\n好 O\n'
const kinds: [kind: string, what: string, files: Files][] = [
  ['tabular', 'a CSV', { 'heart.csv': 'age,ill\n1,2\n' }],
  ['tabular', 'capitals', { 'HEART.CSV': 'age,ill\n1,2\n' }],
  ['tabular', 'a TSV with a Chinese name', { '病人.tsv': gb18030('年龄\t结果\n1\t2\n') }],
  ['tabular', 'a workbook', empty('report.xlsx')],
  ['tabular', 'Parquet', empty('part.parquet')],
  ['tabular', 'a text beside more than labels', { 'visits.csv': 'text,label,age\na,b,1\n' }],
  ['tabular', 'a text without a label', { 'visits.csv': 'text\na\n' }],
  ['tabular', 'a label under another name', { 'visits.csv': 'text,outcome\na,b\n' }],
  ['tabular', "a spreadsheet's Unicode text", { '检验.txt': utf16('姓名\t年龄\r\n张三\t63\r\n李四\t58\r\n') }],
  ['tabular', 'a text with a title and semicolons', { 'a.txt': 'Title\na;b\n1;2\n3;4\n5;6\n' }],
  ['tabular', 'two tables, which its reader refuses', { 'a.csv': 'x\n1\n', 'b.csv': 'y\n1\n' }],
  ['vision', 'class folders', empty('cat/1.jpg', 'dog/1.JPEG')],
  ['vision', 'pictures and a table of labels', { ...empty('pics/1.png', 'pics/2.webp'), 'labels.csv': 'name,label\n' }],
  ['vision', 'a folder called labels with a table', { ...empty('1.png'), 'labels/all.csv': 'name,label\n' }],
  ['vision', 'Chinese classes', empty('猫/一.jpg', '狗/二.png')],
  ['yolo', 'images and labels', empty('images/1.jpg', 'labels/1.txt', 'classes.txt')],
  ['yolo', 'parts', empty('Images/train/1.JPG', 'Labels/train/1.TXT', 'data.yaml')],
  ['yolo', 'COCO', { ...empty('train/1.jpg'), 'annotations/instances.json': '{"images":[],"annotations":[]}' }],
  ['nlp', 'a table of that name', { 'texts.csv': 'a,b\n' }],
  ['nlp', 'a table whose name begins so', { 'NLP_train.tsv': 'a\tb\n' }],
  ['nlp', 'a Chinese name', { '文本.csv': 'a,b\n' }],
  ['nlp', 'a header of a text and a label', { 'data.csv': 'text,label\na,b\n' }],
  ['nlp', 'several labels and an id, quoted', { 'data.csv': '"id";"content";"label_1";"label_2"\n' }],
  ['nlp', 'a Chinese header in GB18030', { 'data.csv': gb18030('内容,标签\na,b\n') }],
  ['nlp', 'a header in UTF-16', { 'data.tsv': utf16('sentence\tcategory\r\n') }],
  ['nlp', 'parts with such headers', { 'train.csv': 'text,label\n', 'test.csv': 'text,label\n' }],
  ['nlp', 'JSONL', { 'a.jsonl': '{"text":"\\"nodes\\": [1]","label":1}\n' }],
  ['nlp', 'texts with links', { 'a.json': '[{"text":"a","links":[1]}]' }],
  ['nlp', 'CoNLL', { 'train.conll': conll, 'test.bio': conll }],
  ['nlp', 'a folder for each class', empty('pos/1.txt', 'neg/1.txt')],
  ['nlp', 'tags in a text file', { 'train.txt': conll }],
  ['nlp', 'tags in a text file, a line of which has none', { 'train.txt': '张\tB-PER\n三\tI-PER\n好\n' }],
  ['nlp', 'a text alone, which its reader refuses', { 'a.txt': 'Well, then.\nNo, not so, no.\n' }],
  ['graph', 'tables', { 'nodes.csv': 'id\n', 'edges.csv': 'source,target\n' }],
  ['graph', 'Chinese names', { '节点.csv': 'id\n', '边.csv': 'source,target\n' }],
  ['graph', 'edges alone, which its reader refuses', { 'edge_index.csv': 'source,target\n' }],
  ['graph', 'nodes with a text and a label', { 'nodes.csv': 'text,label\n', 'edges.csv': 'source,target\n' }],
  ['graph', 'a document', { 'friends.json': '{\n "directed": false, "nodes" : [ {"id": 1}], "links": []}' }],
  ['graph', 'the form of inference', { 'a.json': `{"x":[[${'1,'.repeat(50_000)}1]],"edge_index":[[],[]]}` }],
  ['graph', 'a document a line', { 'all.jsonl': '{"edge_index":[[0],[0]],"x":[[1]]}\n' }],
  ['graph', 'its name', { 'graphs.json': '[]' }],
]

test.each(kinds)('%s: %s', async (kind, _what, files) => {
  expect(await kindOf(files)).toBe(kind)
  expect(await kindOf({ ...inFolder(files, '我的数据'), ...BESIDE })).toBe(kind)
})

const unknown = { code: 'dataset.kind-unknown', params: {} }
test.each([
  ['nothing but a word to the reader', BESIDE, unknown],
  [
    'an archive in an archive',
    empty('data/heart.zip'),
    { code: 'dataset.zip-nested', params: { name: 'data/heart.zip' } },
  ],
  ['a table of another program', empty('数据.XLS'), { code: 'dataset.table-foreign', params: { file: '数据.XLS' } }],
  ['documents', empty('paper.pdf', 'notes.docx'), unknown],
  [
    'texts and a table',
    { 'a.jsonl': '{"text":"a"}', 'b.csv': 'x\n' },
    { code: 'dataset.kind-mixed', params: { first: 'a.jsonl', second: 'b.csv' } },
  ],
  [
    'a graph and a table',
    { 'nodes.csv': 'id\n', 'edges.csv': 's\n', 'more.xlsx': '' },
    { code: 'dataset.kind-mixed', params: { first: 'nodes.csv', second: 'more.xlsx' } },
  ],
  [
    'a table of texts and another',
    { 'texts.csv': 'a\n', 'b.csv': 'x\n' },
    { code: 'dataset.kind-mixed', params: { first: 'texts.csv', second: 'b.csv' } },
  ],
])('refuses %s', async (_what, files, error) => {
  await expect(kindOf(files as Files)).rejects.toMatchObject(error)
})

test('where nothing is known, the five kinds are named and where a sample is', () => {
  for (const word of ['tables', 'pictures with classes', 'boxes', 'texts', 'graphs', 'sample in the upload dialog']) {
    expect(phrase('en', 'dataset.kind-unknown')).toContain(word)
  }
  for (const word of ['表格', '带类别的图片', '标注框', '文本', '图', '上传对话框中下载示例']) {
    expect(phrase('cn', 'dataset.kind-unknown')).toContain(word)
  }
})
