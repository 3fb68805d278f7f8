import { type InputColumn, MAX_START_NUMBERS, type Parameters, type Plan } from '@tessera/contract'
import type { Learned } from '@tessera/inference'
import { expect, test } from 'vitest'
import type { InstalledAlgorithm } from '../../algorithm/index.ts'
import { type Fitting, planStartOf, requireFit } from './start.ts'

type Names = Pick<Plan, 'data' | 'target'>

const parameters = [
  { name: 'side', default: 32 },
  { name: 'layers', default: 'GCN' },
  { name: 'hidden_units', default: 8 },
  { name: 'clusters', default: 3 },
]
const algorithmOf = (...resumes: string[]) => ({ manifest: { resumes, parameters } }) as unknown as InstalledAlgorithm

const classes = ['no', 'yes']
const byClass = { kind: 'classes', label: 'ill', classes } as Fitting['output']
const ill: Plan['target'] = { kind: 'classes', column: 'sick', classes, integral: false }

function codeOf(fitting: Omit<Fitting, 'model'>, algorithm: InstalledAlgorithm, names: Names, chosen: Parameters = {}) {
  try {
    requireFit({ ...fitting, model: 'M' }, algorithm, chosen, names)
    return null
  } catch (error) {
    return (error as { code: string }).code
  }
}

const pictures = { kind: 'pictures', name: 'c0', column: 'file', longest: 512, side: 32 } as Fitting['input']
const graph = {
  kind: 'graph',
  columns: [
    { column: 'a', example: 1 },
    { column: 'b', example: 1 },
  ],
} as Fitting['input']
const tokens = { kind: 'tokens', name: 'c0', column: 'words', longest: 500, letters: 16 } as Fitting['input']
const nodes = (...names: string[]): Plan['data'] => ({
  kind: 'graph',
  columns: names.map((name) => ({ name, kind: 'number' })),
})

test.each([
  [
    'pictures of the same size',
    pictures,
    byClass,
    { side: 32 },
    ['side'],
    { kind: 'pictures', column: 'x' },
    ill,
    null,
  ],
  [
    ...['pictures at another side', pictures, byClass, { side: 48 }],
    ...[['side'], { kind: 'pictures', column: 'x' }, ill, 'task.start-side'],
  ],
  [
    ...['pictures with classes in another order', pictures, { ...byClass, classes: ['yes', 'no'] }, { side: 32 }],
    ...[['side'], { kind: 'pictures', column: 'x' }, ill, 'task.start-classes'],
  ],
  ['a graph’s columns', graph, byClass, { layers: 'GCN' }, ['layers'], nodes('a', 'b'), ill, null],
  ['a graph’s columns in another order', graph, byClass, {}, [], nodes('b', 'a'), ill, 'task.start-columns'],
  ['layers of another kind', graph, byClass, { layers: 'SAGE' }, ['layers'], nodes('a', 'b'), ill, 'task.start-layers'],
  [
    ...['entities of other kinds', tokens, { kind: 'entities', label: 'tags', classes: ['WHO'] }, {}, []],
    ...[{ kind: 'tokens', column: 'w' }, { kind: 'entities', column: 't', classes: ['DRUG'] }, 'task.start-classes'],
  ],
  ['another kind of data', pictures, byClass, {}, [], { kind: 'texts', column: 'w' }, ill, 'task.start-label'],
] as [
  string,
  Fitting['input'],
  Fitting['output'],
  Parameters,
  string[],
  Plan['data'],
  Plan['target'],
  string | null,
][])(
  'refuses a start model and names what differs: %s',
  { meta: { spec: 'screens.start-from-model' } },
  (_what, input, output, own, resumes, data, target, code) => {
    expect(codeOf({ input, output, parameters: own }, algorithmOf(...resumes), { data, target })).toBe(code)
  },
)

const learnedOf = (more: Partial<Learned>): Learned => ({
  scales: [],
  label: null,
  names: ['learned_trunk', 'weights1', 'bias1'],
  numbers: new Uint8Array(80),
  ...more,
})
const named = { modelId: 'm', model: 'M', task: 't', file: 'f' }
const fitting = { model: 'M', input: pictures, output: byClass, parameters: {} }

test('refuses a start model of an earlier version, from whose file only the last layer can be read', () => {
  expect(planStartOf(named, fitting, learnedOf({})).numbers).toMatch(/^[0-9a-f]{64}$/)
  const last = learnedOf({ names: ['weights1', 'bias1'] })
  expect(() => planStartOf(named, fitting, last)).toThrow(expect.objectContaining({ code: 'task.start-unreadable' }))
  const words = { ...fitting, input: tokens }
  expect(() => planStartOf(named, words, last)).toThrow(expect.objectContaining({ code: 'task.start-unreadable' }))
})

test('stores the positions of other texts and missing values, unless an older version wrote the model', () => {
  const sex = { name: 'c0', column: 'sex', kind: 'category' as const, categories: ['f', 'm'] }
  const restIn = (...columns: InputColumn[]) =>
    planStartOf(named, { ...fitting, input: { kind: 'table', columns } }, learnedOf({})).rest
  expect(restIn({ ...sex, rest: { other: 2, missing: 0 } }, { ...sex, rest: { other: 2, missing: 3 } })).toEqual([
    [2, 0],
    [2, 3],
  ])
  expect(restIn(sex)).toBeUndefined()
})

test('refuses more start weights than the limit', () => {
  const numbers = new Uint8Array(8 * (MAX_START_NUMBERS + 1))
  const most = { code: 'task.start-size', params: { model: 'M', most: MAX_START_NUMBERS } }
  expect(() => planStartOf(named, fitting, learnedOf({ numbers }))).toThrow(expect.objectContaining(most))
})
