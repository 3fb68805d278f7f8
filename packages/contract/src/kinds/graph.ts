import { z } from 'zod'

/**
 * The input of a model for graphs: the nodes of one graph, all at once, with the numbers of each node and the links
 * between nodes, in either direction.
 */
export const GraphInput = z.object({
  kind: z.literal('graph'),
  /** The columns in the order in which the model reads them, each with its mean over all parties as an example. */
  columns: z.array(z.object({ column: z.string(), example: z.number() })).min(1),
})
export type GraphInput = z.infer<typeof GraphInput>
