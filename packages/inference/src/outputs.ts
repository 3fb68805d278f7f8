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

/** What a graph answered for one row: its result, and the numbers beside it. */
interface Answered {
  data: TableRow
  result: string
  values: ArrayLike<number>
}

/** The same from a file, whose cells beside the result are texts. */
type Kept = Omit<Answered, 'values'> & { cells: (string | null)[] }

/** What differs by what is predicted. */
interface OutputKind {
  /** The graph's outputs: the result, where it says one by row, and the numbers beside it where there are any. */
  names: { result: string | null; numbers: string[] }
  /** Numbers for one row. */
  width: number
  /** Fails where the answer is none that such a model gives. Of entities and boxes it takes more than numbers: see `batches.ts`. */
  predictionOf: (answered: Answered) => Prediction
  /** What stands in a file beside the result. */
  columns: string[]
  /** `text`: the column of tokens, of a model of these. */
  cells: (prediction: Prediction, text?: string) => (string | number)[]
  /** The prediction again, from its cells in a file. */
  ofCells: (kept: Kept) => Prediction
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
  ...chancesOf(classes, (shown, probabilities) => ({ kind: 'classes', ...shown, probabilities })),
})

/** What applies follows from the chances. */
const labelsOf = (labels: string[]): OutputKind => ({
  names: { result: null, numbers: ['probabilities'] },
  ...chancesOf(labels, ({ data }, probabilities) => ({
    ...{ kind: 'labels', data, probabilities },
    result: labelsText(labelsSaid(labels, probabilities)),
  })),
})

/** A number for each class or label, in their order. */
function chancesOf(
  names: string[],
  predictionOf: (shown: Pick<Answered, 'data' | 'result'>, probabilities: Probabilities) => Prediction,
): Omit<OutputKind, 'names'> {
  const empty: Probabilities = Object.fromEntries(names.map((name) => [name, 0]))
  return {
    width: names.length,
    ...numbersOnly(
      ({ data, result, values }) => {
        // A copy that is filled takes a fifth of the time of one made of pairs.
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

/** A file has the very numbers that the graph answered. */
function bothWays(predictionOf: OutputKind['predictionOf']): Pick<OutputKind, 'predictionOf' | 'ofCells'> {
  return {
    predictionOf,
    ofCells: ({ data, result, cells }) => predictionOf({ data, result, values: cells.map(Number) }),
  }
}

/** Where the data has the entities, those that were missed and those that are none stand beside. */
const entitiesKind = (label: string): OutputKind => ({
  names: { result: null, numbers: ['scores', 'steps'] },
  width: 0,
  predictionOf: () => fail('inference.model-failed'),
  columns: ['text', 'entities', 'missed', 'false alarms'],
  cells(one, text = '') {
    if (one.kind !== 'entities') return ['', '', '', '']
    const marked = markedIn(one.data[text], one.data[label])
    const told = marked && matchEntities(marked.entities, one.entities)
    return [one.text, JSON.stringify(one.entities), told?.missed.length ?? '', told?.falseAlarms.length ?? '']
  },
  ofCells: ({ data, result, cells: [text, entities] }) => ({
    ...{ kind: 'entities', data, result, text: text ?? '' },
    entities: z.array(Entity).parse(JSON.parse(entities ?? '[]')),
  }),
})

/** Where the data has the boxes, those that were missed and those that are none stand beside. */
const boxesKind = (label: string, classes: string[]): OutputKind => ({
  names: { result: null, numbers: ['boxes', 'scores', 'classes'] },
  width: 0,
  predictionOf: () => fail('inference.model-failed'),
  columns: ['boxes', 'missed', 'false alarms'],
  cells(one) {
    if (one.kind !== 'boxes') return ['', '', '']
    const truth = truthIn(one.data[label], classes)
    const told = truth && matchBoxes(truth, shownBoxes(one.boxes))
    return [JSON.stringify(one.boxes), told?.missed.length ?? '', told?.falseAlarms.length ?? '']
  },
  ofCells: ({ data, result, cells: [boxes] }) => ({
    ...{ kind: 'boxes', data, result },
    boxes: z.array(FoundBox).parse(JSON.parse(boxes ?? '[]')),
  }),
})

/** What is named in a text, as people read it: each kind with what it is. */
export function entitiesText(text: string, entities: Entity[]): string {
  const letters = Array.from(text)
  return entities.map(({ start, end, type }) => `${type}: ${letters.slice(start, end).join('')}`).join('; ')
}

/** A model that gives no number for a row has no answer for it, whatever class would come out first. */
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
