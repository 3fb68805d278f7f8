import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildWorld, type World, zipOf } from '../apps/edge/src/testing/world.ts'
import { cellOf } from './demo-kinds.ts'
import { engineDir } from './places.ts'
import { readText } from './testing/sources.ts'

const PAGE = readText('docs/guides/first-model-of-each-kind.md')

/** The examples of the page by the name of their file, which follows the language of their block. */
const EXAMPLES = new Map(
  [...PAGE.matchAll(/^```\w+ (\S+)\n([\s\S]*?)^```$/gm)].map(([, file = '', text = '']) => [file, text]),
)

const read = (path: string) => JSON.parse(readFileSync(path, 'utf8'))
const ALGORITHMS = readdirSync(join(engineDir, 'algorithms')).flatMap((name) => {
  const folder = join(engineDir, 'algorithms', name)
  try {
    return [{ ...read(join(folder, 'manifest.json')), ...read(join(folder, 'catalogue.json')) }]
  } catch {
    return [] // a folder without an algorithm, such as a cache
  }
})

let edge: World
beforeAll(async () => {
  edge = await buildWorld()
  await edge.connect()
})
afterAll(() => edge.close())

const used = new Set<string>()

test.each([
  ['#table', 'tabular', 4, [], ['patients.csv'], []],
  ['#text-with-labels', 'nlp', 3, ['label'], ['texts.csv'], []],
  ['#text-with-labels', 'nlp', 3, ['labels'], ['notes.jsonl'], []],
  ['#text-with-entities', 'nlp', 3, ['tags'], ['entities.jsonl'], []],
  ['#pictures', 'vision', 3, ['label'], [], ['benign/0001.jpg', 'benign/0002.jpg', 'malignant/0001.jpg']],
  ['#pictures', 'vision', 2, ['finding', 'side'], ['labels.csv'], ['0001.jpg', '0002.jpg']],
  ['#boxes-in-pictures', 'yolo', 1, ['boxes'], ['labels/0001.txt', 'classes.txt'], ['images/0001.jpg']],
  ['#graph', 'graph', 4, ['label'], ['nodes.csv', 'edges.csv'], []],
] as const)(
  'reads the example of %s as %s at an edge, and trains the first algorithm on it (%s rows, %s)',
  async (...row) => {
    const [anchor, contentType, rowCount, labelColumns, files, pictures] = row
    const texts = files.map((file) => [file, EXAMPLES.get(file) ?? ''] as const)
    const drawn = await Promise.all(pictures.map(async (name, at) => [name, await cellOf('calm', at)] as const))
    for (const file of files) used.add(file)
    for (const name of pictures) expect(PAGE).toContain(name)

    const draft = await edge.upload(await zipOf(Object.fromEntries([...texts, ...drawn])))
    expect(draft).toMatchObject({ contentType, rowCount, labelColumns })
    expect(draft.report).toMatchObject({ rowsRead: rowCount, rejected: [] })

    const [, name] = PAGE.match(new RegExp(`\\(${anchor}\\) \\|.*\\| \\*(.+)\\* \\|$`, 'm')) ?? []
    expect(ALGORITHMS.find(({ nameEn }) => nameEn === name)?.contentTypes).toContain(contentType)
  },
)

test('tests every example in the guide to first models', () => {
  expect([...EXAMPLES.keys()].sort()).toEqual([...used].sort())
})

test('names only algorithms, parameters and choices of the catalogue in italics', () => {
  const shared = Object.values(read(join(engineDir, 'words.json')).parameters)
  const parameters = [...ALGORITHMS.flatMap(({ parameters }) => Object.values(parameters)), ...shared] as {
    label?: { en: string }
    choiceLabels?: Record<string, { en: string }>
  }[]
  const known = new Set([
    ...ALGORITHMS.map(({ nameEn }) => nameEn),
    ...parameters.flatMap(({ label, choiceLabels = {} }) => [
      label?.en,
      ...Object.values(choiceLabels).map(({ en }) => en),
    ]),
    // Choices that are names and have no texts.
    'GCN',
    'GraphSAGE',
  ])
  const prose = PAGE.replace(/^```[\s\S]*?^```$/gm, '')
  const italics = [...prose.matchAll(/(?<![*\w])\*([^*\n][^*]*)\*(?!\*)/g)].map(([, name = '']) =>
    name.replace(/\s+/g, ' '),
  )
  expect(italics.length).toBeGreaterThan(40)
  expect(italics.slice(1).filter((name) => !known.has(name))).toEqual([])
})

test('mentions every algorithm in the guide to first models', () => {
  expect(ALGORITHMS.length).toBeGreaterThan(15)
  expect(ALGORITHMS.filter(({ nameEn }) => !PAGE.includes(`*${nameEn}*`)).map(({ nameEn }) => nameEn)).toEqual([])
})
