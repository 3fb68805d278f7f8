import type { InferenceResult, ModelOutput, PredictedGraph } from '@tessera/contract'
import { ROW_ID } from '../../kinds/index.ts'
import { type StoredDataset, sampleGraph } from '../rows/index.ts'
import type { InferenceDeps } from './deps.ts'
import { readPredictionsOf } from './predicted-rows.ts'

/** Returns a part of the predicted graph, with the model's prediction for each node. */
export async function predictedGraph(
  deps: InferenceDeps,
  dataset: StoredDataset,
  of: { result: InferenceResult; output: ModelOutput },
): Promise<PredictedGraph> {
  const label = dataset.columns.find((column) => column === of.output.label)
  const { nodes, ...rest } = await sampleGraph(deps.duck, dataset, label)
  const predictions = await readPredictionsOf(
    deps,
    of,
    nodes.map(({ id }) => id),
  )
  const answers = new Map(predictions.map(({ data, result }) => [String(data[ROW_ID]), result]))
  return { ...rest, nodes: nodes.map((node) => ({ ...node, result: answers.get(node.id) ?? '' })) }
}
