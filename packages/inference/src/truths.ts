import {
  boxesIn,
  categoryOf,
  type Entity,
  type FoundCounts,
  type InferenceSummary,
  labelsIn,
  labelsSaid,
  MAX_OTHER_LABELS,
  type Mistake,
  type ModelOutput,
  markedIn,
  matchBoxes,
  matchEntities,
  type Prediction,
  shownBoxes,
  truthIn,
} from '@tessera/contract'
import { Values } from './bins.ts'
import { raise, ranked } from './counting.ts'

/** Maximum number of classes in a confusion matrix. A larger matrix is unreadable. */
const MAX_CLASSES = 50

/** Compares predictions with the true values in the data. */
export interface Truths {
  accuracy: number | null
  add: (truth: string, prediction: Prediction) => void
  result: () => Pick<
    InferenceSummary,
    'confusion' | 'residuals' | 'entities' | 'mistakes' | 'boxes' | 'labels' | 'otherLabels'
  >
}

/** Tracks which labels in the data the model knows. If it knows none of them, a score has no meaning. */
class KnownNames {
  readonly #known: ReadonlySet<string>
  readonly #others = new Map<string, number>()
  #hasKnown = false

  constructor(known: readonly string[]) {
    this.#known = new Set(known)
  }

  /** Adds the labels of one row of the data. */
  add(names: string[]) {
    for (const name of new Set(names)) {
      if (this.#known.has(name)) this.#hasKnown = true
      else if (this.#others.size < MAX_COUNTED || this.#others.has(name)) raise(this.#others, name)
    }
  }

  get isScored() {
    return this.#hasKnown || this.#others.size === 0
  }

  /** Returns the scores, if they have a meaning, and the labels that the model does not know. */
  result<S extends object>(scores: S): Partial<S> & Pick<InferenceSummary, 'otherLabels'> {
    const names = ranked(this.#others, 'name').slice(0, MAX_OTHER_LABELS)
    return {
      ...(this.isScored && scores),
      ...(names.length > 0 && { otherLabels: { names, isScored: this.isScored } }),
    } as Partial<S> & Pick<InferenceSummary, 'otherLabels'>
  }
}

class ClassTruths implements Truths {
  readonly #classes: string[]
  readonly #names: KnownNames
  readonly #places: Map<string, number>
  readonly #counts: number[][]
  #rows = 0
  #right = 0

  constructor(classes: string[]) {
    this.#classes = classes
    this.#names = new KnownNames(classes)
    this.#places = new Map(classes.map((name, at) => [name, at]))
    const size = classes.length > MAX_CLASSES ? 0 : classes.length
    this.#counts = Array.from({ length: size && size + 1 }, () => Array.from({ length: size }, () => 0))
  }

  add(label: string, { result }: Prediction) {
    const truth = categoryOf(this.#classes, label)
    this.#names.add([truth])
    this.#rows += 1
    if (truth === result) this.#right += 1
    const row = this.#counts[this.#places.get(truth) ?? this.#places.size]
    const column = this.#places.get(result)
    if (row && column !== undefined) row[column] = (row[column] ?? 0) + 1
  }

  get accuracy() {
    return this.#rows > 0 && this.#names.isScored ? this.#right / this.#rows : null
  }

  result = () => this.#names.result(this.#rows > 0 && this.#counts.length > 0 ? { confusion: this.#counts } : {})
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

  result() {
    const { count } = this.#values
    if (count === 0) return {}
    const { plain, absolute, squared } = this.#sums
    const means = { mean: plain / count, mae: absolute / count, rmse: Math.sqrt(squared / count) }
    return { residuals: { ...this.#values.bins(), rows: count, ...means } }
  }
}

const typeOf = ({ type }: { type: string }) => type
const classOf = (box: { class: string }) => box.class

/** For each class, counts the objects that were found, are in the data (`there`) and were `predicted`. */
class Found {
  readonly #kinds: Map<string, FoundCounts>

  constructor(classes: string[]) {
    this.#kinds = new Map(classes.map((type) => [type, { type, found: 0, there: 0, predicted: 0 }]))
  }

  /** Adds the classes of a row. Classes unknown to the model are not counted. */
  add(row: Record<'found' | 'there' | 'predicted', string[]>) {
    for (const what of ['found', 'there', 'predicted'] as const) {
      for (const type of row[what]) {
        const counts = this.#kinds.get(type)
        if (counts) counts[what] += 1
      }
    }
  }

  knows = (type: string) => this.#kinds.has(type)

  get list(): FoundCounts[] {
    return [...this.#kinds.values()]
  }
}

/**
 * Maximum number of mistakes in a summary, and of different mistakes that are counted. Longer lists of words that were
 * wrong once are not useful.
 */
const [MAX_MISTAKES, MAX_COUNTED] = [20, 50_000]

/** Counts missed and spurious entities by their text. */
class Mistakes {
  readonly #counts = new Map<string, Mistake>()

  add(what: 'missed' | 'falseAlarms', text: string, entities: Entity[]) {
    if (entities.length === 0) return
    const characters = [...text]
    for (const { start, end, type } of entities) {
      const written = characters.slice(start, end).join('')
      const key = JSON.stringify([type, written])
      const counted = this.#counts.get(key) ?? { text: written, type, missed: 0, falseAlarms: 0 }
      counted[what] += 1
      if (this.#counts.size < MAX_COUNTED || this.#counts.has(key)) this.#counts.set(key, counted)
    }
  }

  get worst(): Mistake[] {
    const often = ({ missed, falseAlarms }: Mistake) => missed + falseAlarms
    return [...this.#counts.values()].sort((a, b) => often(b) - often(a)).slice(0, MAX_MISTAKES)
  }
}

/** Counts entities. An entity is found if its first token, last token and type are predicted. */
class EntityTruths implements Truths {
  readonly accuracy = null
  readonly #counts: Found
  readonly #column: string
  readonly #mistakes = new Mistakes()
  readonly #names: KnownNames
  #rows = 0

  constructor(classes: string[], column: string) {
    this.#names = new KnownNames(classes)
    this.#column = column
    this.#counts = new Found(classes)
  }

  add(truth: string, prediction: Prediction) {
    const marked = markedIn(prediction.data[this.#column], truth)
    if (prediction.kind !== 'entities' || !marked) return
    this.#rows += 1
    const [predicted, there] = [prediction.entities, marked.entities]
    const { found, missed, falseAlarms } = matchEntities(there, predicted)
    this.#names.add(there.map(typeOf))
    this.#counts.add({ predicted: predicted.map(typeOf), there: there.map(typeOf), found: found.map(typeOf) })
    this.#mistakes.add('missed', marked.text, missed)
    this.#mistakes.add('falseAlarms', prediction.text, falseAlarms)
  }

  result = () =>
    this.#names.result(this.#rows > 0 ? { entities: this.#counts.list, mistakes: this.#mistakes.worst } : {})
}

/**
 * Counts boxes. A true box is found if a predicted box of its class overlaps it by at least half and no box with a
 * higher score has matched it.
 */
class BoxTruths implements Truths {
  readonly accuracy = null
  readonly #classes: string[]
  readonly #counts: Found
  readonly #names: KnownNames
  #rows = 0

  constructor(classes: string[]) {
    this.#classes = classes
    this.#names = new KnownNames(classes)
    this.#counts = new Found(classes)
  }

  add(truth: string, prediction: Prediction) {
    const there = truthIn(truth, this.#classes)
    if (prediction.kind !== 'boxes' || !there) return
    this.#rows += 1
    this.#names.add((boxesIn(truth) ?? []).map(classOf))
    const predicted = shownBoxes(prediction.boxes)
    const { found } = matchBoxes(there, predicted)
    this.#counts.add({ predicted: predicted.map(classOf), there: there.map(classOf), found: found.map(classOf) })
  }

  result = () => this.#names.result(this.#rows > 0 ? { boxes: this.#counts.list } : {})
}

/** Counts several labels per row. A row is right if every label that the model knows is right. */
class LabelTruths implements Truths {
  readonly #labels: string[]
  readonly #counts: Found
  readonly #names: KnownNames
  #rows = 0
  #right = 0

  constructor(labels: string[]) {
    this.#labels = labels
    this.#names = new KnownNames(labels)
    this.#counts = new Found(labels)
  }

  add(truth: string, prediction: Prediction) {
    if (prediction.kind !== 'labels') return
    const names = labelsIn(truth)
    this.#names.add(names)
    const there = names.filter(this.#counts.knows)
    const predicted = labelsSaid(this.#labels, prediction.probabilities)
    const found = there.filter((label) => predicted.includes(label))
    this.#rows += 1
    if (found.length === there.length && found.length === predicted.length) this.#right += 1
    this.#counts.add({ predicted, there, found })
  }

  get accuracy() {
    return this.#rows > 0 && this.#names.isScored ? this.#right / this.#rows : null
  }

  result = () => this.#names.result(this.#rows > 0 ? { labels: this.#counts.list } : {})
}

export function truthsOf(output: ModelOutput, text = ''): Truths {
  if (output.kind === 'classes') return new ClassTruths(output.classes.map(String))
  if (output.kind === 'boxes') return new BoxTruths(output.classes)
  if (output.kind === 'labels') return new LabelTruths(output.classes)
  return output.kind === 'entities' ? new EntityTruths(output.classes, text) : new NumberTruths()
}
