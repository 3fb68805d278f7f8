import type { Output } from '@tessera/contract'
import type { GetPredictedGraph } from '@tessera/contract/wire'
import { type GraphWords, graphOption } from '../../../kinds/graphs/graph-option.ts'

interface Words extends GraphWords {
  right: string
  wrong: string
}

/**
 * Returns the drawing of a predicted graph, and for each node whether the prediction is correct; null if no true class
 * is known.
 */
export function drawPredicted(graph: Output<typeof GetPredictedGraph>, words: Words) {
  const { right, wrong, unlabelled } = words
  if (graph.nodes.every(({ label }) => label === null)) {
    const nodes = graph.nodes.map((node) => ({ ...node, label: node.result }))
    return { verdicts: null, option: graphOption({ ...graph, nodes }, words) }
  }
  const verdicts = graph.nodes.map(({ label, result }) =>
    label === null ? unlabelled : label === result ? right : wrong,
  )
  const nodes = graph.nodes.map((node, at) => ({ ...node, label: verdicts[at] as string }))
  return { verdicts, option: graphOption({ ...graph, nodes }, words, [right, wrong, unlabelled]) }
}
