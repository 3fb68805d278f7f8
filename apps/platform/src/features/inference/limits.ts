/** Maximum number of rows of a form. More rows must be uploaded as a dataset at an edge. */
export const MAX_ROWS = 1_000
