import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { ZipFile } from 'yazl'
import type { Client } from './client.ts'
import type { Journal } from './journal.ts'
import { trainTogether, upload, uploadArchive } from './steps.ts'

/**
 * Made up for who wants to look: reviews of a hotel in both languages, notes of a ward whose people, wards and drugs are
 * marked, cells as a microscope might show them, drawn shapes with a box around each, and who refers patients to whom.
 */
const SAID = {
  praise: ['房间很干净', '服务热情周到', '值得推荐', 'a spotless room', 'friendly staff', 'I would stay again'],
  blame: ['房间很脏', '服务态度差', '太吵睡不着', 'a dirty room', 'rude staff', 'never again'],
}
const PLAIN = ['我们住了两晚', '在火车站旁边', 'we came by train', 'two nights in May']

/** Reviews at one party, as CSV; now and then one says something of the other sort. */
export function reviewsOf(place: number): string {
  const lines = Array.from({ length: 80 + 60 * place }, (_one, at) => {
    const label = at % 2 === 0 ? 'praise' : 'blame'
    const other = at % 2 === 0 ? 'blame' : 'praise'
    const pick = (from: string[], by: number) => from[(at * by + place) % from.length]
    const said = [pick(SAID[label], 5), pick(PLAIN, 3), pick(SAID[at % 7 === 0 ? other : label], 11)]
    return `"${said.join(', ')}",${label}`
  })
  return ['text,label', ...lines].join('\n')
}

/** What a ward's notes name, `[people, wards, drugs]`, by their language. */
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
/** `0` to `2` stand for what is named. */
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

/** A note with where in it something is named, in characters. */
export function noteOf(at: number): { text: string; entities: { start: number; end: number; label: string }[] } {
  const tongue = at % 2 === 0 ? 'cn' : 'en'
  const pattern = NOTES[tongue][(at >> 1) % NOTES[tongue].length] ?? ''
  const entities: { start: number; end: number; label: string }[] = []
  let text = ''
  for (const part of pattern.split(/([012])/)) {
    const kind = /^[012]$/.test(part) ? Number(part) : undefined
    const names = kind === undefined ? [part] : (NAMED[tongue][kind] ?? [])
    const said = names[(at * 7 + text.length * 3) % names.length] ?? ''
    if (kind !== undefined) {
      entities.push({ start: text.length, end: text.length + said.length, label: KINDS_NAMED[kind] ?? '' })
    }
    text += said
  }
  return { text, entities }
}

/** Notes at one party, as JSON lines. */
export function notesOf(place: number): ZipFile {
  const zip = new ZipFile()
  const lines = Array.from({ length: 120 + 60 * place }, (_one, at) => JSON.stringify(noteOf(at * 3 + place)))
  zip.addBuffer(Buffer.from(lines.join('\n')), 'notes.jsonl')
  return zip
}

/** A drawn cell: a calm one is round, a dividing one has two middles. */
export function cellOf(kind: 'calm' | 'dividing', at: number): Promise<Buffer> {
  const [x, y, size] = [40 + ((at * 7) % 20), 40 + ((at * 11) % 20), 12 + (at % 5)]
  const middle = (left: number) => `<circle cx="${left}" cy="${y}" r="${size}" fill="hsl(${(at * 37) % 360} 40% 45%)"/>`
  const drawn = kind === 'calm' ? middle(x) : middle(x - size) + middle(x + size)
  const page = `<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100"><rect width="100" height="100" fill="#e8dfe6"/>${drawn}</svg>`
  return sharp(Buffer.from(page)).jpeg().toBuffer()
}

/** Cells at one party, in a folder for each class. */
export async function cellsOf(place: number): Promise<ZipFile> {
  const zip = new ZipFile()
  for (let at = 0; at < 24 + 12 * place; at += 1) {
    const kind = at % 2 === 0 ? 'calm' : 'dividing'
    zip.addBuffer(await cellOf(kind, at * 3 + place), `${kind}/${at}.jpg`)
  }
  return zip
}

const SHAPES = ['disc', 'square']

/** Drawn shapes, one to three in places of their own; `lines` are their boxes as label files have them. */
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

/** Enough for shapes that stand alone, in seconds. */
export const BOXES_TRAINING = {
  algorithmId: 'picture-boxes',
  parameters: { side: 64, max_iter: 4, local_epochs: 2, batch_size: 4, learning_rate: 0.005 },
}

/** Shapes at one party, in the layout of YOLO. */
export async function shapesWithBoxesOf(place: number): Promise<ZipFile> {
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

/** Institutions at one party: each refers mostly to its like, and its own numbers say little of what it is. */
export function referralsOf(place: number): ZipFile {
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

interface Demo {
  members: [Client, ...Client[]]
  journal: Journal
  /** For files that are uploaded. */
  folder: string
  say: (line: string) => void
}

/** One small federation of each kind of data beside tables, on made-up data. */
export async function trainKinds({ members, journal, folder, say }: Demo) {
  await journal.once('texts', async () => {
    const datasets: string[] = []
    for (const [place, client] of members.entries()) {
      const file = join(folder, `reviews-${place}.csv`)
      await writeFile(file, reviewsOf(place))
      datasets.push(await upload(client, file, 'Reviews', 'Made up: what guests say of a hotel, 中文与 English'))
    }
    const columnSelection = { columns: ['text'], label: 'label' }
    const training = { name: 'Praise or blame', algorithmId: 'text-classes', columnSelection, datasets }
    return trainTogether(members, training, say)
  })
  await journal.once('entities', async () => {
    const datasets: string[] = []
    for (const [place, client] of members.entries()) {
      datasets.push(await uploadArchive(client, notesOf(place), 'Notes', 'Made up: a ward’s notes, 中文与 English'))
    }
    const columnSelection = { columns: ['tokens'], label: 'tags' }
    const training = { name: 'Who, where, which drug', algorithmId: 'text-entities', columnSelection, datasets }
    return trainTogether(members, training, say)
  })
  await journal.once('pictures', async () => {
    const datasets: string[] = []
    for (const [place, client] of members.entries()) {
      datasets.push(
        await uploadArchive(client, await cellsOf(place), 'Cells', 'Made up: drawn cells, calm or dividing'),
      )
    }
    const columnSelection = { columns: [], label: 'label' }
    const training = { name: 'Dividing cells', algorithmId: 'picture-classes', columnSelection, datasets }
    return trainTogether(members, training, say)
  })
  await journal.once('boxes', async () => {
    const datasets: string[] = []
    for (const [place, client] of members.entries()) {
      const archive = await shapesWithBoxesOf(place)
      datasets.push(await uploadArchive(client, archive, 'Shapes', 'Made up: drawn shapes, each in its box'))
    }
    const columnSelection = { columns: [], label: 'boxes' }
    const training = { name: 'Discs and squares', ...BOXES_TRAINING, columnSelection, datasets }
    return trainTogether(members, training, say)
  })
  await journal.once('graph', async () => {
    const datasets: string[] = []
    for (const [place, client] of members.entries()) {
      datasets.push(
        await uploadArchive(client, referralsOf(place), 'Referrals', 'Made up: who refers patients to whom'),
      )
    }
    const columnSelection = { columns: ['beds', 'visits'], label: 'label' }
    const training = { name: 'Kinds of institution', algorithmId: 'graph-nodes', columnSelection, datasets }
    return trainTogether(members, training, say)
  })
}
