import sharp from 'sharp'
import { ZipFile } from 'yazl'
import type { Client } from './client.ts'
import type { Journal } from './journal.ts'
import { type Training, trainTogether, uploadArchive } from './steps.ts'

/**
 * Synthetic data for the demo: hotel reviews in both languages; ward notes with marked people, wards and drugs;
 * pictures of cells; drawn shapes, each with a box; and a graph of patient referrals.
 */
const PHRASES = {
  praise: ['房间很干净', '服务热情周到', '值得推荐', 'a spotless room', 'friendly staff', 'I would stay again'],
  blame: ['房间很脏', '服务态度差', '太吵睡不着', 'a dirty room', 'rude staff', 'never again'],
}
const PLAIN = ['我们住了两晚', '在火车站旁边', 'we came by train', 'two nights in May']

/** Returns the reviews of one party as CSV. Every seventh review contains a phrase of the wrong class. */
function reviewsOf(place: number): string {
  const lines = Array.from({ length: 80 + 60 * place }, (_one, at) => {
    const label = at % 2 === 0 ? 'praise' : 'blame'
    const other = at % 2 === 0 ? 'blame' : 'praise'
    const pick = (from: string[], by: number) => from[(at * by + place) % from.length]
    const phrases = [pick(PHRASES[label], 5), pick(PLAIN, 3), pick(PHRASES[at % 7 === 0 ? other : label], 11)]
    return `"${phrases.join(', ')}",${label}`
  })
  return ['text,label', ...lines].join('\n')
}

/** Names that appear in ward notes, as `[people, wards, drugs]` per language. */
const NAMED = {
  cn: [
    ['张伟', '李娜', '王秀英', '陈刚', '赵敏', '周杰', '孙立', '吴静', '徐磊', '郑芳', '冯涛', '何平'],
    ['心内科', '急诊科', '骨科', '儿科', '呼吸科'],
    ['阿司匹林', '头孢克肟', '氯沙坦', '布洛芬', '二甲双胍', '奥美拉唑'],
  ],
  en: [
    ['Anna Brown', 'Peter Keller', 'Grace Hill', 'Hugo Novak', 'Ruth Stone', 'Iris Berg', 'Mark Silva', 'May Park'],
    ['the north ward', 'Elm House', 'the day clinic', 'Ward 7'],
    ['Metrozole', 'Cardipril', 'Neurosartan', 'Hepastatin', 'Vasolol', 'Oxicillin'],
  ],
}
const KINDS_NAMED = ['PERSON', 'PLACE', 'DRUG']
/** Sentences of ward notes. `0`, `1` and `2` are placeholders for a person, a ward and a drug. */
const NOTES = {
  cn: [
    '0昨日转入1，每日服用2。',
    '0停用了2。',
    '1的0对2过敏。',
    '1今日没有新患者。',
    '给予2后症状好转。',
    '明天复查。',
  ],
  en: [
    '0 was moved to 1 and takes 2 daily.',
    'Dr 0 stopped 2.',
    'No new patient in 1 today.',
    'Please give 2 at eight.',
  ],
}

/** Returns a ward note, with the position of each entity in characters. */
export function noteOf(at: number): { text: string; entities: { start: number; end: number; label: string }[] } {
  const tongue = at % 2 === 0 ? 'cn' : 'en'
  const pattern = NOTES[tongue][(at >> 1) % NOTES[tongue].length] ?? ''
  const entities: { start: number; end: number; label: string }[] = []
  let text = ''
  for (const part of pattern.split(/([012])/)) {
    const kind = /^[012]$/.test(part) ? Number(part) : undefined
    const names = kind === undefined ? [part] : (NAMED[tongue][kind] ?? [])
    const written = names[(at * 7 + text.length * 3) % names.length] ?? ''
    if (kind !== undefined) {
      entities.push({ start: text.length, end: text.length + written.length, label: KINDS_NAMED[kind] ?? '' })
    }
    text += written
  }
  return { text, entities }
}

/** More than 5 rounds would not improve a model of notes with so few patterns. */
const NOTES_TRAINING = { algorithmId: 'text-entities', parameters: { max_iter: 5 } }

/** Returns the ward notes of one party as JSON lines. */
function notesOf(place: number): ZipFile {
  const zip = new ZipFile()
  const lines = Array.from({ length: 120 + 60 * place }, (_one, at) => JSON.stringify(noteOf(at * 3 + place)))
  zip.addBuffer(Buffer.from(lines.join('\n')), 'notes.jsonl')
  return zip
}

/** Draws a cell. A calm cell is round; a dividing cell has two centres. */
export function cellOf(kind: 'calm' | 'dividing', at: number): Promise<Buffer> {
  const [x, y, size] = [40 + ((at * 7) % 20), 40 + ((at * 11) % 20), 12 + (at % 5)]
  const middle = (left: number) => `<circle cx="${left}" cy="${y}" r="${size}" fill="hsl(${(at * 37) % 360} 40% 45%)"/>`
  const drawn = kind === 'calm' ? middle(x) : middle(x - size) + middle(x + size)
  const page = `<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100"><rect width="100" height="100" fill="#e8dfe6"/>${drawn}</svg>`
  return sharp(Buffer.from(page)).jpeg().toBuffer()
}

/** Returns the cell pictures of one party, in one folder per class. */
async function cellsOf(place: number): Promise<ZipFile> {
  const zip = new ZipFile()
  for (let at = 0; at < 24 + 12 * place; at += 1) {
    const kind = at % 2 === 0 ? 'calm' : 'dividing'
    zip.addBuffer(await cellOf(kind, at * 3 + place), `${kind}/${at}.jpg`)
  }
  return zip
}

const SHAPES = ['disc', 'square']

/** Draws one to three shapes that do not overlap. `lines` are their boxes in the YOLO label format. */
export async function shapesOf(at: number): Promise<{ file: Buffer; lines: string[] }> {
  const shapes = Array.from({ length: 1 + (at % 3) }, (_one, place) => {
    const cell = (at * 5 + place * 3) % 4
    const size = 32 + ((at * 7 + place * 13) % 20)
    const slack = 60 - size
    const [left, top] = [2 + 60 * (cell % 2) + ((at * 11) % slack), 2 + 60 * (cell >> 1) + ((at * 17) % slack)]
    return {
      kind: (at + place) % SHAPES.length,
      left,
      top,
      size,
      colour: `hsl(${(at * 47 + place * 90) % 360} 60% 55%)`,
    }
  })
  const drawn = shapes.map(({ kind, left, top, size, colour }) =>
    kind === 0
      ? `<circle cx="${left + size / 2}" cy="${top + size / 2}" r="${size / 2}" fill="${colour}"/>`
      : `<rect x="${left}" y="${top}" width="${size}" height="${size}" fill="${colour}"/>`,
  )
  const page = `<svg xmlns="http://www.w3.org/2000/svg" width="${SIDE}" height="${SIDE}"><rect width="${SIDE}" height="${SIDE}" fill="#22262e"/>${drawn.join('')}</svg>`
  const lines = shapes.map(({ kind, left, top, size }) =>
    [kind, ...[left + size / 2, top + size / 2, size, size].map((pixels) => (pixels / SIDE).toFixed(6))].join(' '),
  )
  return { file: await sharp(Buffer.from(page)).jpeg().toBuffer(), lines }
}
const SIDE = 128

/** Parameters that train a useful model within seconds, because the shapes do not overlap. */
const BOXES_TRAINING = {
  algorithmId: 'picture-boxes',
  parameters: { side: 64, max_iter: 4, local_epochs: 2, batch_size: 4, learning_rate: 0.005 },
}

/** Returns the pictures with shapes of one party, in YOLO's folder layout. */
async function shapesWithBoxesOf(place: number): Promise<ZipFile> {
  const zip = new ZipFile()
  zip.addBuffer(Buffer.from(SHAPES.join('\n')), 'classes.txt')
  for (let at = 0; at < 48 + 12 * place; at += 1) {
    const { file, lines } = await shapesOf(at * 3 + place)
    zip.addBuffer(file, `images/${at}.jpg`)
    zip.addBuffer(Buffer.from(lines.join('\n')), `labels/${at}.txt`)
  }
  return zip
}

const WARDS = ['clinic', 'hospital', 'surgery']

/**
 * Returns the referral graph of one party. Each institution refers mostly to institutions of its own class, and its own
 * columns reveal little about its class.
 */
function referralsOf(place: number): ZipFile {
  const count = 90 + 60 * place
  const kindOf = (at: number) => at % WARDS.length
  const nodes = Array.from({ length: count }, (_one, at) => {
    const beds = (kindOf(at) === 1 ? 70 : 40) + ((at * 37 + place * 11) % 60)
    const visits = (kindOf(at) === 2 ? 300 : 200) + ((at * 53 + place * 29) % 200)
    return `i${at},${beds},${visits},${WARDS[kindOf(at)]}`
  })
  const edges = Array.from({ length: count * 2 }, (_one, at) => {
    const step = at % 9 === 0 ? 7 : WARDS.length * (1 + ((at * 5) % 11))
    return `i${at % count},i${((at % count) + step) % count}`
  })
  const zip = new ZipFile()
  zip.addBuffer(Buffer.from(['id,beds,visits,label', ...nodes].join('\n')), 'nodes.csv')
  zip.addBuffer(Buffer.from(['source,target', ...edges].join('\n')), 'edges.csv')
  return zip
}

function reviewsArchive(place: number): ZipFile {
  const zip = new ZipFile()
  zip.addBuffer(Buffer.from(reviewsOf(place)), 'table.csv')
  return zip
}

interface KindOfDemo extends Omit<Training, 'datasets'> {
  /** The step's key in the demo's journal. */
  key: 'texts' | 'entities' | 'pictures' | 'boxes' | 'graph'
  description: string
  dataset: { name: string; description: string }
  archiveOf: (place: number) => ZipFile | Promise<ZipFile>
}

/**
 * One small federation for each kind of data except tables. All texts are in both languages, because a demo's readers
 * use either.
 */
export const KINDS: KindOfDemo[] = [
  {
    key: 'texts',
    name: '评价 Praise or blame',
    algorithmId: 'text-classes',
    archiveOf: reviewsArchive,
    description: '评价是赞扬还是批评？ Does a review praise or blame?',
    dataset: { name: '评价 Reviews', description: '虚构数据：酒店住客的评价。 Made up: what guests say of a hotel.' },
    columnSelection: { columns: ['text'], label: 'label' },
  },
  {
    key: 'entities',
    name: '实体 Who, where, what',
    ...NOTES_TRAINING,
    archiveOf: notesOf,
    description: '病房记录中的人员、地点和药品。 Which people, wards and drugs does a note name?',
    dataset: { name: '病房记录 Notes', description: '虚构数据：病房记录。 Made up: a ward’s notes.' },
    columnSelection: { columns: ['tokens'], label: 'tags' },
  },
  {
    key: 'pictures',
    name: '细胞 Dividing cells',
    algorithmId: 'picture-classes',
    archiveOf: cellsOf,
    description: '细胞是否正在分裂？ Does a cell divide?',
    dataset: {
      name: '细胞 Cells',
      description: '虚构数据：绘制的细胞，静止或分裂。 Made up: drawn cells, calm or dividing.',
    },
    columnSelection: { columns: [], label: 'label' },
  },
  {
    key: 'boxes',
    name: '形状 Discs and squares',
    ...BOXES_TRAINING,
    archiveOf: shapesWithBoxesOf,
    description: '圆形和方形在图中何处？ Where in a picture are discs and squares?',
    dataset: {
      name: '形状 Shapes',
      description: '虚构数据：绘制的形状，各有标注框。 Made up: drawn shapes, each in its box.',
    },
    columnSelection: { columns: [], label: 'boxes' },
  },
  {
    key: 'graph',
    name: '机构类别 Institutions',
    algorithmId: 'graph-nodes',
    archiveOf: referralsOf,
    description: '由转诊关系判断机构类别。 Of what kind is an institution? From who refers patients to whom.',
    dataset: {
      name: '转诊 Referrals',
      description: '虚构数据：机构间的转诊关系。 Made up: who refers patients to whom.',
    },
    columnSelection: { columns: ['beds', 'visits'], label: 'label' },
  },
]

interface Demo {
  members: () => Promise<[Client, ...Client[]]>
  journal: Pick<Journal, 'once'>
  say: (line: string) => void
}

/** Trains each kind of data once if all kinds are requested (`KINDS=all`). */
export async function trainKinds(kinds: string | undefined, { members, journal, say }: Demo) {
  if (kinds !== 'all') return
  say('Training on synthetic texts, pictures and graphs, too')
  const everybody = await members()
  for (const kind of KINDS) await journal.once(kind.key, () => trainKind(everybody, kind, say))
}

/**
 * Uploads each party's data of this kind and trains on it; the first party initiates the task. Returns the task and the
 * model.
 */
export async function trainKind(
  members: [Client, ...Client[]],
  { dataset, archiveOf, ...training }: KindOfDemo,
  say: Demo['say'],
) {
  const datasets: string[] = []
  for (const [place, client] of members.entries()) {
    datasets.push(await uploadArchive(client, await archiveOf(place), dataset.name, dataset.description))
  }
  return trainTogether(members, { ...training, datasets }, say)
}
