import { fail, type ModelOutput, type Prediction, type TableRow } from '@tessera/contract'

/** What a graph answered for one row: its result, and the numbers beside it. */
interface Answered {
  data: TableRow
  result: string
  values: ArrayLike<number>
}

/** What differs by what is predicted. */
interface OutputKind {
  /** The graph's outputs: the result, and the numbers beside it where there are any. */
  names: string[]
  /** Numbers for one row. */
  width: number
  /** Fails where the answer is none that such a model gives. */
  predictionOf: (answered: Answered) => Prediction
  /** What stands in a file beside the result. */
  columns: string[]
  cells: (prediction: Prediction) => (string | number)[]
  /** The prediction again, from its cells in a file. */
  ofCells: (answered: Answered) => Prediction
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
  }
}

const classesOf = (classes: string[]): OutputKind => ({
  names: ['label', 'probabilities'],
  width: classes.length,
  ...bothWays(({ data, result, values }) => ({
    ...{ kind: 'classes', data, result },
    probabilities: Object.fromEntries(classes.map((name, at) => [name, values[at] as number])),
  })),
  columns: classes.map((name) => `probability ${name}`),
  cells: (prediction) =>
    classes.map((name) => (prediction.kind === 'classes' ? (prediction.probabilities[name] ?? '') : '')),
})

const numberKind: OutputKind = {
  names: ['prediction'],
  width: 0,
  ...bothWays(({ data, result }) => ({ kind: 'number', data, result })),
  columns: [],
  cells: () => [],
}

const clustersOf = (clusters: number): OutputKind => ({
  names: ['cluster', 'distances'],
  width: clusters,
  predictionOf({ data, result, values }) {
    const distance = values[Number(result)]
    return distance === undefined ? fail('inference.model-failed') : { kind: 'clusters', data, result, distance }
  },
  columns: ['distance'],
  cells: (prediction) => (prediction.kind === 'clusters' ? [prediction.distance] : ['']),
  ofCells: ({ data, result, values }) => ({ kind: 'clusters', data, result, distance: values[0] as number }),
})

const survivalOf = (times: number[]): OutputKind => ({
  names: ['hazard', 'survival'],
  width: times.length,
  ...bothWays(({ data, result, values }) => ({ kind: 'survival', data, result, survival: Array.from(values) })),
  columns: times.map((time) => `survival ${time}`),
  cells: (prediction) =>
    times.map((_time, at) => (prediction.kind === 'survival' ? (prediction.survival[at] ?? '') : '')),
})

/** A file has the very numbers that the graph answered. */
function bothWays(predictionOf: OutputKind['predictionOf']): Pick<OutputKind, 'predictionOf' | 'ofCells'> {
  return { predictionOf, ofCells: predictionOf }
}
