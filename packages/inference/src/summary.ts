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
    const said = saidIn(prediction, this.#output)
    for (const one of said) raise(this.#results, one)
    this.#scores.add(prediction, said)
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

  /** Of classes, labels, numbers, entities and boxes; null where the row has none. Whether an event happened does not say which hazard was right. */
  #truthOf(data: TableRow): string | null {
    const { kind, label } = this.#output
    const isTold = kind !== 'survival' && kind !== 'clusters'
    const truth = isTold && Object.hasOwn(data, label) ? data[label] : null
    return truth === undefined || truth === null || String(truth).trim() === '' ? null : String(truth)
  }
}

interface Scores {
  add: (prediction: Prediction, said: string[]) => void
  bins: () => InferenceSummary['scores']
}

/** The probability of the positive one of two classes, else of the one predicted. */
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

  add(prediction: Prediction, said: string[]) {
    this.#values.add(numberOf(prediction, said))
  }

  bins = () => ({ class: null, ...this.#values.bins() })
}

/** What is told by how often it was said. */
const COUNTED = new Set<ModelOutput['kind']>(['classes', 'clusters', 'entities', 'boxes', 'labels'])
/** Of which a row has any number. */
const SEVERAL = new Set<ModelOutput['kind']>(['entities', 'boxes', 'labels'])

function numberOf(prediction: Prediction, said: string[]): number {
  if (prediction.kind === 'clusters') return prediction.distance
  return SEVERAL.has(prediction.kind) ? said.length : Number(prediction.result)
}

/** Each thing that was said of a row. */
function saidIn(prediction: Prediction, output: ModelOutput): string[] {
  if (prediction.kind === 'entities') return prediction.entities.map(({ type }) => type)
  if (prediction.kind === 'labels' && output.kind === 'labels') {
    return labelsSaid(output.classes, prediction.probabilities)
  }
  return prediction.kind === 'boxes' ? shownBoxes(prediction.boxes).map((box) => box.class) : [prediction.result]
}
