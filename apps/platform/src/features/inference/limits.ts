/** Maximum rows of a form. More rows are a dataset, and belong to an edge. */
export const MAX_ROWS = 1_000
