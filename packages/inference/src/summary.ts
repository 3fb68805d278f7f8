import {
  type InferenceSummary,
  type InputColumn,
  isSameEntity,
  labelsIn,
  labelsSaid,
  type ModelOutput,
  markedIn,
  type Outside,
  outsidesOf,
  type Prediction,
  type TableRow,
  tellsOutside,
} from '@tessera/contract'
import { binOf, SHARE_EDGES, Values } from './bins.ts'

/** Of more nobody reads a matrix. */
const MOST_CLASSES = 50

/** Adds up, row by row, what a model says of a whole dataset. */
export class Summary {
  rows = 0
  readonly #output: ModelOutput
  readonly #columns: InputColumn[]
  readonly #results = new Map<string, number>()
  readonly #scores: Scores
  readonly #truths: Truths
  readonly #outside = { rows: 0, byColumn: new Map<string, number>() }

  /** `text` is the column of tokens, of a model of these. */
  constructor(output: ModelOutput, columns: InputColumn[], text?: string) {
    this.#output = output
    this.#columns = columns
    this.#scores = output.kind === 'classes' ? new ShareScores(output.classes.map(String)) : new NumberScores()
    this.#truths = truthsOf(output, text)
  }

  /** Answers how the row lies outside what the model was trained on. */
  add(prediction: Prediction): Outside[] {
    const { data } = prediction
    this.rows += 1
    for (const said of saidOf(prediction)) raise(this.#results, said)
    this.#scores.add(prediction)
    const truth = this.#truthOf(data)
    if (truth !== null) this.#truths.add(truth, prediction)
    const outsides = outsidesOf(this.#columns, data)
    if (outsides.length > 0) this.#outside.rows += 1
    for (const { column } of outsides) raise(this.#outside.byColumn, column)
    return outsides
  }

  /** Share of rows whose class, or whose every label, is the data's; null where the data has none. A number is nearer or further, not right. */
  get accuracy(): number | null {
    return this.#truths.accuracy
  }

  result(): InferenceSummary {
    const { kind } = this.#output
    const { rows, byColumn } = this.#outside
    return {
      scores: this.#scores.bins(),
      ...(COUNTED.has(kind) && { results: ranked(this.#results, 'name') }),
      ...this.#truths.told(),
      ...(tellsOutside(this.#columns) && { outside: { rows, columns: ranked(byColumn, 'column') } }),
    }
  }

  /** Of classes, numbers and entities; null where the row has none. Whether an event happened does not say which hazard was right. */
  #truthOf(data: TableRow): string | null {
    const { kind, label } = this.#output
    const isTold = kind !== 'survival' && kind !== 'clusters'
    const truth = isTold && Object.hasOwn(data, label) ? data[label] : null
    return truth === undefined || truth === null ? null : String(truth)
  }
}

interface Scores {
  add: (prediction: Prediction) => void
  bins: () => InferenceSummary['scores']
}

interface Truths {
  accuracy: number | null
  add: (truth: string, prediction: Prediction) => void
  told: () => Pick<InferenceSummary, 'confusion' | 'residuals' | 'entities' | 'labels'>
}

/** The probability of the second of two classes, else of the one predicted. */
class ShareScores implements Scores {
  readonly #class: string | null
  readonly #counts = SHARE_EDGES.map(() => 0).concat(0)

  constructor(classes: string[]) {
    this.#class = classes.length === 2 ? (classes[1] as string) : null
  }

  add(prediction: Prediction) {
    if (prediction.kind !== 'classes') return
    const bin = binOf(SHARE_EDGES, prediction.probabilities[this.#class ?? prediction.result] ?? 0)
    this.#counts[bin] = (this.#counts[bin] as number) + 1
  }

  bins = () => ({ class: this.#class, edges: SHARE_EDGES, counts: this.#counts })
}

class NumberScores implements Scores {
  readonly #values = new Values()

  add(prediction: Prediction) {
    this.#values.add(numberOf(prediction))
  }

  bins = () => ({ class: null, ...this.#values.bins() })
}

class ClassTruths implements Truths {
  readonly #places: Map<string, number>
  readonly #counts: number[][]
  #rows = 0
  #right = 0

  constructor(classes: string[]) {
    this.#places = new Map(classes.map((name, at) => [name, at]))
    const size = classes.length > MOST_CLASSES ? 0 : classes.length
    this.#counts = Array.from({ length: size && size + 1 }, () => Array.from({ length: size }, () => 0))
  }

  add(truth: string, { result }: Prediction) {
    this.#rows += 1
    if (truth === result) this.#right += 1
    const row = this.#counts[this.#places.get(truth) ?? this.#places.size]
    const column = this.#places.get(result)
    if (row && column !== undefined) row[column] = (row[column] ?? 0) + 1
  }

  get accuracy() {
    return this.#rows > 0 ? this.#right / this.#rows : null
  }

  told = () => (this.#rows > 0 && this.#counts.length > 0 ? { confusion: this.#counts } : {})
}

class NumberTruths implements Truths {
  readonly accuracy = null
  readonly #values = new Values()
  readonly #sums = { plain: 0, absolute: 0, squared: 0 }

  add(truth: string, { result }: Prediction) {
    const off = Number(truth) - Number(result)
    if (truth.trim() === '' || !Number.isFinite(off)) return
    this.#values.add(off)
    this.#sums.plain += off
    this.#sums.absolute += Math.abs(off)
    this.#sums.squared += off ** 2
  }

  told() {
    const { count } = this.#values
    if (count === 0) return {}
    const { plain, absolute, squared } = this.#sums
    const means = { mean: plain / count, mae: absolute / count, rmse: Math.sqrt(squared / count) }
    return { residuals: { ...this.#values.bins(), rows: count, ...means } }
  }
}

/** Of each kind of thing how many are found, are there, and are said to be; of those that the model does not know nothing is counted. */
class Found {
  readonly #kinds: Map<string, { type: string; found: number; there: number; said: number }>

  constructor(types: string[]) {
    this.#kinds = new Map(types.map((type) => [type, { type, found: 0, there: 0, said: 0 }]))
  }

  raise(type: string, what: 'found' | 'there' | 'said') {
    const counts = this.#kinds.get(type)
    if (counts) counts[what] += 1
  }

  knows = (type: string) => this.#kinds.has(type)
  counts = () => [...this.#kinds.values()]
}

/** Entities: one is found where its first token, its last and its kind are told right. */
class EntityTruths implements Truths {
  readonly accuracy = null
  readonly #found: Found
  readonly #column: string
  #rows = 0

  constructor(classes: string[], column: string) {
    this.#column = column
    this.#found = new Found(classes)
  }

  add(truth: string, prediction: Prediction) {
    const marked = markedIn(prediction.data[this.#column], truth)
    if (prediction.kind !== 'entities' || !marked) return
    this.#rows += 1
    for (const { type } of prediction.entities) this.#found.raise(type, 'said')
    for (const one of marked.entities) {
      this.#found.raise(one.type, 'there')
      if (prediction.entities.some((said) => isSameEntity(said, one))) this.#found.raise(one.type, 'found')
    }
  }

  told = () => (this.#rows > 0 ? { entities: this.#found.counts() } : {})
}

/** Several labels: a row is right where each that the model knows is. */
class LabelTruths implements Truths {
  readonly #found: Found
  #rows = 0
  #right = 0

  constructor(labels: string[]) {
    this.#found = new Found(labels)
  }

  add(truth: string, prediction: Prediction) {
    const there = labelsIn(truth).filter(this.#found.knows)
    const said = new Set(saidOf(prediction))
    const found = there.filter((label) => said.has(label))
    this.#rows += 1
    if (found.length === there.length && found.length === said.size) this.#right += 1
    for (const label of said) this.#found.raise(label, 'said')
    for (const label of there) this.#found.raise(label, 'there')
    for (const label of found) this.#found.raise(label, 'found')
  }

  get accuracy() {
    return this.#rows > 0 ? this.#right / this.#rows : null
  }

  told = () => (this.#rows > 0 ? { labels: this.#found.counts() } : {})
}

function truthsOf(output: ModelOutput, text = ''): Truths {
  if (output.kind === 'classes') return new ClassTruths(output.classes.map(String))
  if (output.kind === 'labels') return new LabelTruths(output.classes)
  return output.kind === 'entities' ? new EntityTruths(output.classes, text) : new NumberTruths()
}

/** What is told by how often it was said. */
const COUNTED = new Set<ModelOutput['kind']>(['classes', 'clusters', 'entities', 'labels'])

/** What a prediction says, each to be counted. */
function saidOf(prediction: Prediction): string[] {
  if (prediction.kind === 'entities') return prediction.entities.map(({ type }) => type)
  return prediction.kind === 'labels' ? labelsSaid(prediction.probabilities) : [prediction.result]
}

function numberOf(prediction: Prediction): number {
  if (prediction.kind === 'clusters') return prediction.distance
  const isCounted = prediction.kind === 'entities' || prediction.kind === 'labels'
  return isCounted ? saidOf(prediction).length : Number(prediction.result)
}

function raise(counts: Map<string, number>, name: string) {
  counts.set(name, (counts.get(name) ?? 0) + 1)
}

function ranked<K extends string>(counts: Map<string, number>, key: K) {
  const found = [...counts].sort(([, a], [, b]) => b - a)
  return found.map(([name, rows]) => ({ [key]: name, rows }) as Record<K, string> & { rows: number })
}
