import { z } from 'zod'

/**
 * The column of a granted node, and of one to predict: the places of the nodes to which it links. Members' columns
 * cannot begin with a space.
 */
export const LINKS_COLUMN = ' neighbours'

/** The nodes of one graph, all at once: the numbers of each, and the edges in either direction. */
export const GraphInput = z.object({
  kind: z.literal('graph'),
  /** In the graph's order, each with its mean over all parties. */
  columns: z.array(z.object({ column: z.string(), example: z.number() })).min(1),
})
export type GraphInput = z.infer<typeof GraphInput>
