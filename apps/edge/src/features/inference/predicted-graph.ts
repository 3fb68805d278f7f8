import type { InferenceResult, ModelOutput, PredictedGraph } from '@tessera/contract'
import { ROW_ID, type StoredDataset, sampleGraph } from '../dataset/index.ts'
import type { InferenceDeps } from './deps.ts'
import { readPredictionsOf } from './predicted-rows.ts'

/** A part of the graph that was told, with what the model said of each node. */
export async function predictedGraph(
  deps: InferenceDeps,
  dataset: StoredDataset,
  of: { result: InferenceResult; output: ModelOutput },
): Promise<PredictedGraph> {
  const label = dataset.columns.find((column) => column === of.output.label)
  const { nodes, ...rest } = await sampleGraph(deps.duck, dataset, label)
  const said = await readPredictionsOf(
    deps,
    of,
    nodes.map(({ id }) => id),
  )
  const answers = new Map(said.map(({ data, result }) => [String(data[ROW_ID]), result]))
  return { ...rest, nodes: nodes.map((node) => ({ ...node, result: answers.get(node.id) ?? '' })) }
}
