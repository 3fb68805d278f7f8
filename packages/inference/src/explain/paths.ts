import type { TreeFile } from '../read-trees.ts'

/** How much each column changed each sum of the trees for one row. */
export interface PathEffects {
  /** Shape [outputs]: the mean over the training rows. */
  expected: Float64Array
  /** Shape [outputs, columns]: the effects. Together with `expected` they add up to the sums of the row. */
  effects: Float64Array
}

/**
 * Eight Gauss-Legendre points between 0 and 1, and their weights. They are exact for polynomials up to degree 15, and
 * so for leaves that depend on up to `MAX_TREE_DEPTH` columns.
 */
const POINTS = [
  [0.9602898564975363, 0.1012285362903763],
  [0.7966664774136267, 0.2223810344533745],
  [0.525532409916329, 0.3137066458778873],
  [0.1834346424956498, 0.362683783378362],
].flatMap(([point = 0, weight = 0]) => [[(1 - point) / 2, weight / 2] as const, [(1 + point) / 2, weight / 2] as const])

/**
 * Returns the sums of the trees for a row of features. The feature of a category is 1 if it is the category of the row,
 * and 0 otherwise.
 */
export function treeSums({ nodes, base }: TreeFile, row: Float64Array): Float64Array {
  const sums = Float64Array.from(base)
  const isHere = new Uint8Array(nodes.parent.length)
  for (const [at, parent] of nodes.parent.entries()) {
    isHere[at] = parent === -1 || (isHere[parent] && nextOf(nodes, parent, row) === at) ? 1 : 0
    if (isHere[at] && nodes.yes[at] === -1) add(sums, nodes.output[at] as number, nodes.value[at] as number)
  }
  return sums
}

/**
 * Returns the Shapley values of the columns. If a column is unknown, a row follows both branches, in proportion to
 * their shares of the training rows. The features of one column are one player, so a category is known as a whole;
 * `columnOf` maps each feature to its column.
 *
 * The value of a leaf is a product over its columns: 1 or 0 for a known column (whether the row follows its path), and
 * the column's share for an unknown one. The integral over the probability that a column is known is the Shapley value
 * of that column. Sources: Lundberg, Erion, Lee 2018, "Consistent individualized feature attribution for tree
 * ensembles", arXiv:1802.03888, for the game; Owen 1972, "Multilinear extensions of games", for the integral.
 */
export function pathEffects(trees: TreeFile, columnOf: number[], row: Float64Array): PathEffects {
  const { nodes, base } = trees
  const columns = (columnOf.at(-1) ?? -1) + 1
  const found = { expected: Float64Array.from(base), effects: new Float64Array(base.length * columns) }
  for (const [leaf, yes] of nodes.yes.entries()) {
    if (yes !== -1) continue
    const [output, value] = [nodes.output[leaf] as number, nodes.value[leaf] as number]
    const players = playersOf(nodes, columnOf, row, leaf)
    const product = players.reduce((all, { share }) => all * share, 1)
    add(found.expected, output, value * product)
    for (const { column, effect } of worthOf(players)) add(found.effects, output * columns + column, value * effect)
  }
  return found
}

/**
 * A column on which a leaf depends: whether the row follows the path to the leaf at every split of the column, and the
 * share of training rows that does.
 */
interface Player {
  column: number
  follows: number
  share: number
}

function playersOf(nodes: TreeFile['nodes'], columnOf: number[], row: Float64Array, leaf: number): Player[] {
  const players: Player[] = []
  for (let at = leaf, above = nodes.parent[at] as number; above !== -1; above = nodes.parent[at] as number) {
    const column = columnOf[nodes.feature[above] as number] as number
    const follows = nextOf(nodes, above, row) === at ? 1 : 0
    const share = (nodes.share[at] as number) / (nodes.share[above] as number)
    const known = players.find((one) => one.column === column)
    if (known) [known.follows, known.share] = [known.follows * follows, known.share * share]
    else players.push({ column, follows, share })
    at = above
  }
  return players
}

function worthOf(players: Player[]): { column: number; effect: number }[] {
  const sums = players.map(() => 0)
  for (const [chance, weight] of POINTS) {
    const terms = players.map(({ follows, share }) => share * (1 - chance) + follows * chance)
    const product = terms.reduce((all, term) => all * term, weight)
    for (const [place, term] of terms.entries()) sums[place] = (sums[place] as number) + product / term
  }
  return players.map(({ column, follows, share }, place) => ({
    column,
    effect: (follows - share) * (sums[place] as number),
  }))
}

/** Returns the next node. A missing number is NaN, for which every comparison is false. */
function nextOf({ feature, threshold, missingYes, yes, no }: TreeFile['nodes'], at: number, row: Float64Array): number {
  const value = row[feature[at] as number] as number
  const isYes = Number.isNaN(value) ? missingYes[at] === 1 : value <= (threshold[at] as number)
  return (isYes ? yes[at] : no[at]) as number
}

function add(sums: Float64Array, place: number, value: number) {
  sums[place] = (sums[place] as number) + value
}
