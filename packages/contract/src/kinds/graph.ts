import { z } from 'zod'

/**
 * The column of a granted node, and of one to be told: the places of the nodes it leads to. No column of anybody's begins
 * with a space.
 */
export const LINKS_COLUMN = ' neighbours'

/** Nodes of one graph, all at once: the numbers of each, and edges, whichever way they lead. */
export const GraphInput = z.object({
  kind: z.literal('graph'),
  /** In the graph's order, each with its mean over all parties. */
  columns: z.array(z.object({ column: z.string(), example: z.number() })).min(1),
})
export type GraphInput = z.infer<typeof GraphInput>
