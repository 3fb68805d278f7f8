import {
  Entity,
  FoundBox,
  fail,
  labelsSaid,
  labelsText,
  type ModelOutput,
  markedIn,
  matchBoxes,
  matchEntities,
  type Prediction,
  type Probabilities,
  shownBoxes,
  type TableRow,
  truthIn,
} from '@tessera/contract'
import { z } from 'zod'

/** The output of a graph for one row: its result and its numbers. */
interface Answered {
  data: TableRow
  result: string
  values: ArrayLike<number>
}

/** The output for one row, read from a result file whose other cells are texts. */
type FromFile = Omit<Answered, 'values'> & { cells: (string | null)[] }

/** The functions that differ between kinds of output. */
interface OutputKind {
  /**
   * Names of the graph's outputs: the one with the result, if the graph returns one per row, and those with numbers.
   */
  names: { result: string | null; numbers: string[] }
  /** Number of values that the output has per row. */
  width: number
  /**
   * Returns the prediction of a row. Fails if such a model cannot return this output. Entities and boxes need more than
   * numbers; see `batches.ts`.
   */
  predictionOf: (answered: Answered) => Prediction
  /** Names of the columns that a result file has besides the result. */
  columns: string[]
  /** Returns the cells of a prediction. `text` is the name of the column of tokens, for a model of tokens. */
  cells: (prediction: Prediction, text?: string) => (string | number)[]
  /** Reads a prediction from its cells in a result file. */
  ofCells: (cells_: FromFile) => Prediction
}

export function outputKindOf(output: ModelOutput): OutputKind {
  switch (output.kind) {
    case 'classes':
      return classesOf(output.classes.map(String))
    case 'number':
      return numberKind
    case 'clusters':
      return clustersOf(output.clusters)
    case 'survival':
      return survivalOf(output.times)
    case 'entities':
      return entitiesKind(output.label)
    case 'labels':
      return labelsOf(output.classes)
    case 'boxes':
      return boxesKind(output.label, output.classes)
  }
}

const classesOf = (classes: string[]): OutputKind => ({
  names: { result: 'label', numbers: ['probabilities'] },
  ...probabilitiesOf(classes, (shown, probabilities) => ({ kind: 'classes', ...shown, probabilities })),
})

/** Output of several labels. The probabilities determine which labels apply. */
const labelsOf = (labels: string[]): OutputKind => ({
  names: { result: null, numbers: ['probabilities'] },
  ...probabilitiesOf(labels, ({ data }, probabilities) => ({
    kind: 'labels',
    data,
    probabilities,
    result: labelsText(labelsSaid(labels, probabilities)),
  })),
})

/** Returns a probability for each class or label, in the model's order. */
function probabilitiesOf(
  names: string[],
  predictionOf: (shown: Pick<Answered, 'data' | 'result'>, probabilities: Probabilities) => Prediction,
): Omit<OutputKind, 'names'> {
  const empty: Probabilities = Object.fromEntries(names.map((name) => [name, 0]))
  return {
    width: names.length,
    ...numbersOnly(
      ({ data, result, values }) => {
        // Copying and filling an object takes a fifth of the time of building it from pairs.
        const probabilities = { ...empty }
        for (let at = 0; at < names.length; at += 1) probabilities[names[at] as string] = values[at] as number
        return predictionOf({ data, result }, probabilities)
      },
      ({ values }) => values,
    ),
    columns: names.map((name) => `probability ${name}`),
    cells: (prediction) =>
      names.map((name) => ('probabilities' in prediction ? (prediction.probabilities[name] ?? '') : '')),
  }
}

const numberKind: OutputKind = {
  names: { result: 'prediction', numbers: [] },
  width: 0,
  ...numbersOnly(
    ({ data, result }) => ({ kind: 'number', data, result }),
    ({ result }) => [Number(result)],
  ),
  columns: [],
  cells: () => [],
}

const clustersOf = (clusters: number): OutputKind => ({
  names: { result: 'cluster', numbers: ['distances'] },
  width: clusters,
  predictionOf({ data, result, values }) {
    const distance = values[Number(result)]
    return distance === undefined ? fail('inference.model-failed') : { kind: 'clusters', data, result, distance }
  },
  columns: ['distance'],
  cells: (prediction) => (prediction.kind === 'clusters' ? [prediction.distance] : ['']),
  ofCells: ({ data, result, cells }) => ({ kind: 'clusters', data, result, distance: Number(cells[0]) }),
})

const survivalOf = (times: number[]): OutputKind => ({
  names: { result: 'hazard', numbers: ['survival'] },
  width: times.length,
  ...bothWays(({ data, result, values }) => ({ kind: 'survival', data, result, survival: Array.from(values) })),
  columns: times.map((time) => `survival ${time}`),
  cells: (prediction) =>
    times.map((_time, at) => (prediction.kind === 'survival' ? (prediction.survival[at] ?? '') : '')),
})

/**
 * Returns the functions for writing and reading an output whose result file contains exactly the numbers that the graph
 * returned.
 */
function bothWays(predictionOf: OutputKind['predictionOf']): Pick<OutputKind, 'predictionOf' | 'ofCells'> {
  return {
    predictionOf,
    ofCells: ({ data, result, cells }) => predictionOf({ data, result, values: cells.map(Number) }),
  }
}

/** Output of entities. If the data contain the true entities, the result file also counts missed and spurious ones. */
const entitiesKind = (label: string): OutputKind => ({
  names: { result: null, numbers: ['scores', 'steps'] },
  width: 0,
  predictionOf: () => fail('inference.model-failed'),
  columns: ['text', 'entities', 'missed', 'false alarms'],
  cells(one, text = '') {
    if (one.kind !== 'entities') return ['', '', '', '']
    const marked = markedIn(one.data[text], one.data[label])
    const matched = marked && matchEntities(marked.entities, one.entities)
    return [one.text, JSON.stringify(one.entities), matched?.missed.length ?? '', matched?.falseAlarms.length ?? '']
  },
  ofCells: ({ data, result, cells: [text, entities] }) => ({
    kind: 'entities',
    data,
    result,
    text: text ?? '',
    entities: z.array(Entity).parse(JSON.parse(entities ?? '[]')),
  }),
})

/** Output of boxes. If the data contain the true boxes, the result file also counts missed and spurious ones. */
const boxesKind = (label: string, classes: string[]): OutputKind => ({
  names: { result: null, numbers: ['boxes', 'scores', 'classes'] },
  width: 0,
  predictionOf: () => fail('inference.model-failed'),
  columns: ['boxes', 'missed', 'false alarms'],
  cells(one) {
    if (one.kind !== 'boxes') return ['', '', '']
    const truth = truthIn(one.data[label], classes)
    const matched = truth && matchBoxes(truth, shownBoxes(one.boxes))
    return [JSON.stringify(one.boxes), matched?.missed.length ?? '', matched?.falseAlarms.length ?? '']
  },
  ofCells: ({ data, result, cells: [boxes] }) => ({
    kind: 'boxes',
    data,
    result,
    boxes: z.array(FoundBox).parse(JSON.parse(boxes ?? '[]')),
  }),
})

/** Returns the entities of a text in readable form: each type with its words. */
export function entitiesText(text: string, entities: Entity[]): string {
  const letters = Array.from(text)
  return entities.map(({ start, end, type }) => `${type}: ${letters.slice(start, end).join('')}`).join('; ')
}

/**
 * Fails if a number is missing. If a model returns no number for a row, it has no prediction for it, and the first
 * class must not be returned instead.
 */
function numbersOnly(
  predictionOf: OutputKind['predictionOf'],
  numbersOf: (answered: Answered) => ArrayLike<number>,
): Pick<OutputKind, 'predictionOf' | 'ofCells'> {
  const checked = (answered: Answered) => {
    const numbers = numbersOf(answered)
    for (let at = 0; at < numbers.length; at += 1) if (Number.isNaN(numbers[at])) fail('inference.no-answer')
    return predictionOf(answered)
  }
  return { predictionOf: checked, ofCells: bothWays(predictionOf).ofCells }
}
