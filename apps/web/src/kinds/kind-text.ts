/**
 * The texts about a kind of data:
 * - `name`: the kind of a dataset
 * - `inAlgorithms`: the kind in the list of data that an algorithm supports
 * - `rows`, `rowCount`, `rowsRead`: titles of the rows, of their number, and of the number of rows in an archive
 * - `guide`: the contents of an archive, an example of its files, and what else is supported
 */
export type KindText =
  | ('name' | 'inAlgorithms' | 'rows' | 'rowCount' | 'rowsRead')
  | ('guide' | 'guide.layout' | 'guide.also')
