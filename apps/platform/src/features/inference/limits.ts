/** A form holds a few rows; more than this is a dataset, and belongs to an edge. */
export const MAX_ROWS = 1_000
