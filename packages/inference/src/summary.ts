import {
  type InferenceSummary,
  type InputColumn,
  labelsSaid,
  type ModelOutput,
  type Outside,
  outsidesOf,
  type Prediction,
  positiveClassOf,
  shownBoxes,
  type TableRow,
  tellsOutside,
} from '@tessera/contract'
import { binOf, SHARE_EDGES, Values } from './bins.ts'
import { raise, ranked } from './counting.ts'
import { type Truths, truthsOf } from './truths.ts'

/** Adds up a summary of the predictions for a dataset, row by row. */
export class Summary {
  rows = 0
  readonly #output: ModelOutput
  readonly #columns: InputColumn[]
  readonly #results = new Map<string, number>()
  readonly #scores: Scores
  readonly #truths: Truths
  readonly #outside = { rows: 0, byColumn: new Map<string, number>() }

  /** `text` is the name of the column of tokens, for a model of tokens. */
  constructor(output: ModelOutput, columns: InputColumn[], text?: string) {
    this.#output = output
    this.#columns = columns
    this.#scores = output.kind === 'classes' ? new ShareScores(output.classes.map(String)) : new NumberScores()
    this.#truths = truthsOf(output, text)
  }

  /** Adds a prediction. Returns in which columns the row is outside the model's training data. */
  add(prediction: Prediction): Outside[] {
    const { data } = prediction
    this.rows += 1
    const names = namesIn(prediction, this.#output)
    for (const one of names) raise(this.#results, one)
    this.#scores.add(prediction, names)
    const truth = this.#truthOf(data)
    if (truth !== null) this.#truths.add(truth, prediction)
    const outsides = outsidesOf(this.#columns, data)
    if (outsides.length > 0) this.#outside.rows += 1
    for (const { column } of outsides) raise(this.#outside.byColumn, column)
    return outsides
  }

  /**
   * Share of rows whose class, or all of whose labels, equal the label in the data. Null if the data have no label. A
   * number is more or less close rather than right, so numbers have no accuracy.
   */
  get accuracy(): number | null {
    return this.#truths.accuracy
  }

  result(): InferenceSummary {
    const { kind } = this.#output
    const { rows, byColumn } = this.#outside
    return {
      scores: this.#scores.bins(),
      ...(COUNTED.has(kind) && { results: ranked(this.#results, 'name') }),
      ...this.#truths.result(),
      ...(tellsOutside(this.#columns) && { outside: { rows, columns: ranked(byColumn, 'column') } }),
    }
  }

  /**
   * Returns the label in the data for classes, labels, numbers, entities and boxes, or null if the row has none. For a
   * hazard it returns null, because whether an event happened does not show which hazard is right.
   */
  #truthOf(data: TableRow): string | null {
    const { kind, label } = this.#output
    const hasTruth = kind !== 'survival' && kind !== 'clusters'
    const truth = hasTruth && Object.hasOwn(data, label) ? data[label] : null
    return truth === undefined || truth === null || String(truth).trim() === '' ? null : String(truth)
  }
}

interface Scores {
  add: (prediction: Prediction, names: string[]) => void
  bins: () => InferenceSummary['scores']
}

/** Counts the probabilities of the positive one of two classes, or of the predicted one of more classes. */
class ShareScores implements Scores {
  readonly #class: string | null
  readonly #counts = SHARE_EDGES.map(() => 0).concat(0)

  constructor(classes: string[]) {
    this.#class = positiveClassOf(classes)
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

  add(prediction: Prediction, names: string[]) {
    this.#values.add(numberOf(prediction, names))
  }

  bins = () => ({ class: null, ...this.#values.bins() })
}

/** Kinds of output that are summarised by how often each name was predicted. */
const COUNTED = new Set<ModelOutput['kind']>(['classes', 'clusters', 'entities', 'boxes', 'labels'])
/** Kinds of output of which a row may have any number, such as entities. */
const SEVERAL = new Set<ModelOutput['kind']>(['entities', 'boxes', 'labels'])

function numberOf(prediction: Prediction, names: string[]): number {
  if (prediction.kind === 'clusters') return prediction.distance
  return SEVERAL.has(prediction.kind) ? names.length : Number(prediction.result)
}

/** Returns each name that was predicted for a row. */
function namesIn(prediction: Prediction, output: ModelOutput): string[] {
  if (prediction.kind === 'entities') return prediction.entities.map(({ type }) => type)
  if (prediction.kind === 'labels' && output.kind === 'labels') {
    return labelsSaid(output.classes, prediction.probabilities)
  }
  return prediction.kind === 'boxes' ? shownBoxes(prediction.boxes).map((box) => box.class) : [prediction.result]
}
