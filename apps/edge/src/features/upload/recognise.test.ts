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

/** Files that users and operating systems often put beside their data. */
const BESIDE = {
  'README.txt': 'labels/1.txt',
  'sub/readme.md': '',
  '说明.txt': 'x',
  '.gitignore': '',
  '.git/nodes.csv': 'id',
  '__MACOSX/._a.png': '',
  '._texts.csv': '',
  '.DS_Store': '',
  'Thumbs.db': '',
  'desktop.ini': '',
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
  ['vision', 'pictures and a label table', { ...empty('pics/1.png', 'pics/2.webp'), 'labels.csv': 'name,label\n' }],
  ['vision', 'a folder called labels with a table', { ...empty('1.png'), 'labels/all.csv': 'name,label\n' }],
  ['vision', 'Chinese classes', empty('猫/一.jpg', '狗/二.png')],
  ['yolo', 'images and labels', empty('images/1.jpg', 'labels/1.txt', 'classes.txt')],
  ['yolo', 'parts', empty('Images/train/1.JPG', 'Labels/train/1.TXT', 'data.yaml')],
  ['yolo', 'COCO', { ...empty('train/1.jpg'), 'annotations/instances.json': '{"images":[],"annotations":[]}' }],
  [
    'yolo',
    'COCO with attributes of annotations',
    {
      ...empty('1.jpg'),
      'a.json':
        '{"images":[{"id":1}],"annotations":[{"image_id":1,"attributes":{"result":"ok","completed_by":"a"}}],"categories":[]}',
    },
  ],
  [
    'yolo',
    'COCO whose annotations come first',
    {
      ...empty('1.jpg'),
      'a.json': `{"annotations":[{"image_id":1,"bbox":[],"attributes":{"result":[1]}}${' '.repeat(70_000)}],"images":[]}`,
    },
  ],
  ['nlp', 'a table of that name', { 'texts.csv': 'a,b\n' }],
  ['nlp', 'a table whose name begins so', { 'NLP_train.tsv': 'a\tb\n' }],
  ['nlp', 'a Chinese name', { '文本.csv': 'a,b\n' }],
  ['tabular', 'an export of Kibana', { 'a.csv': '_id,_index,_score,_type,age,label\n' }],
  ['tabular', 'names with a colon', { 'a.csv': 'Patient:ID,Tumour:TYPE,Sample:LABEL_2,age\n' }],
  ['tabular', 'a type named so', { 'a.csv': 'tumour:TYPE,site:LABEL,age\n' }],
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

test.each(kinds)('recognises the kind of data "%s" in an upload: %s', async (kind, _what, files) => {
  expect(await kindOf(files)).toBe(kind)
  expect(await kindOf({ ...inFolder(files, '我的数据'), ...BESIDE })).toBe(kind)
})

const unknown = { code: 'dataset.kind-unknown', params: {} }
test.each([
  ['nothing but a readme', BESIDE, unknown],
  [
    'an archive in an archive',
    empty('data/heart.zip'),
    { code: 'dataset.zip-nested', params: { name: 'data/heart.zip' } },
  ],
  [
    'a table with blanks between its columns',
    { 't.txt': 'age   dose  ill\n  1    2.5  yes\n 30   14.5  no\n' },
    { code: 'dataset.table-spaced', params: { file: 't.txt' } },
  ],
  ['Arrow', empty('t.arrow'), { code: 'dataset.table-foreign', params: { file: 't.arrow' } }],
  ['a table of another program', empty('数据.XLS'), { code: 'dataset.table-foreign', params: { file: '数据.XLS' } }],
  ['documents', empty('paper.pdf', 'notes.docx'), unknown],
  [
    'COCO without its pictures',
    { 'coco.json': '{"info":{},"images":[{"id":1,"file_name":"1.jpg"}],"annotations":[],"categories":[]}' },
    { code: 'dataset.pictures-none' },
  ],
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
  [
    'brat',
    { 'a.txt': 'Bob', 'a.ann': 'T1\tPER 0 3\tBob\n' },
    { code: 'dataset.format-brat', params: { file: 'a.ann' } },
  ],
  [
    'Label Studio',
    { 'project-1.json': '[{"id":1,"annotations":[{"id":2,"completed_by":1,"result":[]}],"data":{"text":"a"}}]' },
    { code: 'dataset.format-label-studio', params: { file: 'project-1.json' } },
  ],
  [
    'Label Studio, the short form',
    { 'a.json': '[{"text":"a","id":1,"label":[{"start":0,"end":1,"text":"a","labels":["X"]}],"annotation_id":3}]' },
    { code: 'dataset.format-label-studio', params: { file: 'a.json' } },
  ],
  [
    'Label Studio beside pictures',
    { ...empty('1.jpg'), 'a.json': '[{"id":1,"data":{"image":"1.jpg"},"annotations":[{"id":2,"result":[]}]}]' },
    { code: 'dataset.format-label-studio', params: { file: 'a.json' } },
  ],
  [
    'a table of Label Studio',
    { 'a.csv': 'text,id,label,annotator,annotation_id,created_at\n' },
    { code: 'dataset.format-label-studio', params: { file: 'a.csv' } },
  ],
  [
    'Prodigy',
    { 'a.jsonl': '{"text":"a","_input_hash":1,"_task_hash":2,"spans":[]}\n' },
    { code: 'dataset.format-entities', params: { file: 'a.jsonl', format: 'Prodigy' } },
  ],
  [
    'WebAnno',
    { 'a.tsv': '#FORMAT=WebAnno TSV 3.2\n' },
    { code: 'dataset.format-entities', params: { file: 'a.tsv', format: 'WebAnno TSV' } },
  ],
  ['GraphML', empty('g.graphml'), { code: 'dataset.format-graph', params: { file: 'g.graphml', format: 'GraphML' } }],
  [
    'GraphML by its beginning',
    { 'g.xml': '<?xml version="1.0"?>\n<graphml xmlns="http://graphml.graphdrawing.org/xmlns">' },
    { code: 'dataset.format-graph', params: { file: 'g.xml', format: 'GraphML' } },
  ],
  [
    'adjacency in networkx format',
    { 'g.json': '{"directed": false, "multigraph": false, "graph": [], "nodes": [{"id": 0}], "adjacency": [[]]}' },
    { code: 'dataset.format-graph', params: { file: 'g.json' } },
  ],
  [
    'Cytoscape',
    { 'g.json': '{"data": [], "elements": {"nodes": [{"data": {"id": "a"}}], "edges": []}}' },
    { code: 'dataset.format-graph', params: { file: 'g.json', format: 'Cytoscape' } },
  ],
  [
    'spaCy',
    { 't.json': '[["Bob came", {"entities": [[0, 3, "PER"]]}]]' },
    { code: 'dataset.format-entities', params: { file: 't.json', format: 'spaCy' } },
  ],
  [
    'a single edge in a text',
    { 'nodes.csv': 'id,age\n0,1\n1,2\n', 'edges.txt': '0 1\n' },
    { code: 'dataset.format-edge-list', params: { file: 'edges.txt' } },
  ],
  ['GEXF', { 'g.gexf': '', 'about.txt': 'a' }, { code: 'dataset.format-graph', params: { file: 'g.gexf' } }],
  ['Cora', empty('cora.content', 'cora.cites'), { code: 'dataset.format-cora', params: { file: 'cora.content' } }],
  [
    'Neo4j',
    { 'nodes.csv': 'id:ID,age:int,:LABEL\n', 'edges.csv': ':START_ID,:END_ID,:TYPE\n' },
    { code: 'dataset.format-neo4j', params: { file: 'nodes.csv' } },
  ],
  [
    'Neo4j under other names',
    { 'persons.csv': 'personId:ID(Person),name\n', 'knows.csv': ':START_ID(Person),:END_ID(Person)\n' },
    { code: 'dataset.format-neo4j', params: { file: 'persons.csv' } },
  ],
  [
    'Neo4j by APOC',
    { 'all.csv': '"_id","_labels","age","_start","_end","_type"\n' },
    { code: 'dataset.format-neo4j', params: { file: 'all.csv' } },
  ],
  [
    'nodes of Neo4j by APOC',
    { 'all.csv': '_id,_labels,age\n' },
    { code: 'dataset.format-neo4j', params: { file: 'all.csv' } },
  ],
  [
    'relationships of Neo4j by APOC',
    { 'all.csv': '_start,_end,_type\n' },
    { code: 'dataset.format-neo4j', params: { file: 'all.csv' } },
  ],
  [
    'nodes of Neo4j without labels',
    { 'nodes.csv': 'personId:ID,name\n' },
    { code: 'dataset.format-neo4j', params: { file: 'nodes.csv' } },
  ],
  [
    'nodes of Neo4j with labels',
    { 'persons.csv': 'personId:ID,name,:LABEL\n' },
    { code: 'dataset.format-neo4j', params: { file: 'persons.csv' } },
  ],
  [
    'Gephi',
    { 'nodes.csv': 'Id,Label,timeset,age\n', 'edges.csv': 'Source,Target,Type,Id,Label,timeset,Weight\n' },
    { code: 'dataset.format-gephi', params: { file: 'nodes.csv' } },
  ],
  [
    'SNAP',
    { 'roads.txt': '# Directed graph\n# FromNodeId\tToNodeId\n0\t1\n0\t2\n' },
    { code: 'dataset.format-edge-list', params: { file: 'roads.txt' } },
  ],
  [
    'edges in a text file without a header',
    { 'edges.txt': '0 1\n0 2\n' },
    { code: 'dataset.format-edge-list', params: { file: 'edges.txt' } },
  ],
  [
    'edges in a text beside nodes',
    { 'nodes.csv': 'id,age\na,1\n', 'edges.txt': 'source target\na b\nb c\n' },
    { code: 'dataset.format-edge-list', params: { file: 'edges.txt' } },
  ],
  [
    'edges under a comment',
    { 'nodes.csv': 'id,age\n', 'edges.csv': '# FromNodeId\tToNodeId\n0\t1\n' },
    { code: 'dataset.format-edge-list', params: { file: 'edges.csv' } },
  ],
])('refuses an upload of %s', async (_what, files, error) => {
  await expect(kindOf(files as Files)).rejects.toMatchObject(error)
})

test('ignores files of an unsupported format if the archive also contains supported data', async () => {
  expect(await kindOf({ 'g.graphml': '', 'nodes.csv': 'id\n', 'edges.csv': 'source,target\n' })).toBe('graph')
  expect(await kindOf({ 'a.ann': '', 'a.jsonl': '{"text":"a","label":1}\n' })).toBe('nlp')
  expect(await kindOf({ 'notes.txt': '# Title\nsee below\nand so on\n', 'a/1.txt': 'a' })).toBe('nlp')
})

test('if it recognises no data, names the five supported kinds and where to find samples', () => {
  for (const word of ['tables', 'pictures with classes', 'boxes', 'texts', 'graphs', 'sample in the upload dialog']) {
    expect(phrase('en', 'dataset.kind-unknown')).toContain(word)
  }
  for (const word of ['表格', '带类别的图片', '标注框', '文本', '图', '上传对话框中下载示例']) {
    expect(phrase('cn', 'dataset.kind-unknown')).toContain(word)
  }
})
