import {
  type InferenceSummary,
  type InputColumn,
  type ModelOutput,
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

  constructor(output: ModelOutput, columns: InputColumn[]) {
    this.#output = output
    this.#columns = columns
    this.#scores = output.kind === 'classes' ? new ShareScores(output.classes.map(String)) : new NumberScores()
    this.#truths = output.kind === 'classes' ? new ClassTruths(output.classes.map(String)) : new NumberTruths()
  }

  /** Answers how the row lies outside what the model was trained on. */
  add(prediction: Prediction): Outside[] {
    const { data, result } = prediction
    this.rows += 1
    raise(this.#results, result)
    this.#scores.add(prediction)
    const truth = this.#truthOf(data)
    if (truth !== null) this.#truths.add(truth, result)
    const outsides = outsidesOf(this.#columns, data)
    if (outsides.length > 0) this.#outside.rows += 1
    for (const { column } of outsides) raise(this.#outside.byColumn, column)
    return outsides
  }

  /** Share of rows whose class is the label's; null where the data has none. A number is nearer or further, not right. */
  get accuracy(): number | null {
    return this.#truths.accuracy
  }

  result(): InferenceSummary {
    const { kind } = this.#output
    const { rows, byColumn } = this.#outside
    return {
      scores: this.#scores.bins(),
      ...((kind === 'classes' || kind === 'clusters') && { results: ranked(this.#results, 'name') }),
      ...this.#truths.told(),
      ...(tellsOutside(this.#columns) && { outside: { rows, columns: ranked(byColumn, 'column') } }),
    }
  }

  /** Of classes and numbers; null where the row has none. Whether an event happened does not say which hazard was right. */
  #truthOf(data: TableRow): string | null {
    const { kind, label } = this.#output
    const truth = (kind === 'classes' || kind === 'number') && Object.hasOwn(data, label) ? data[label] : null
    return truth === undefined || truth === null ? null : String(truth)
  }
}

interface Scores {
  add: (prediction: Prediction) => void
  bins: () => InferenceSummary['scores']
}

interface Truths {
  accuracy: number | null
  add: (truth: string, result: string) => void
  told: () => Pick<InferenceSummary, 'confusion' | 'residuals'>
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
    this.#values.add(prediction.kind === 'clusters' ? prediction.distance : Number(prediction.result))
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

  add(truth: string, result: string) {
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

  add(truth: string, result: string) {
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

function raise(counts: Map<string, number>, name: string) {
  counts.set(name, (counts.get(name) ?? 0) + 1)
}

function ranked<K extends string>(counts: Map<string, number>, key: K) {
  const found = [...counts].sort(([, a], [, b]) => b - a)
  return found.map(([name, rows]) => ({ [key]: name, rows }) as Record<K, string> & { rows: number })
}
