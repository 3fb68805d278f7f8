import { HashedFile, type HashedRows } from './hash-rows.ts'
import { combine, differenceOf, distinctIn, keyOf, leastDifference, type RowKeys, type Sketch } from './sketch.ts'

/** The positions of two columns, one from each ticket, whose values are equal except in a few rows. */
interface Pair {
  one: number
  other: number
  /** Lower bound of the number of rows in which the two columns differ. */
  difference: number
}

export interface Comparison {
  /**
   * Number of rows in which two tickets differ on their shared columns. It equals `limit` if they differ in at least
   * that many rows or share no column.
   */
  difference: number
  pairs: Pair[]
}

/** Maximum number of possible partners that are tried for a column, most similar first. */
const MAX_TRIED = 8
/**
 * If rows have at least this many distinct values, they cannot agree by coincidence. On average, unrelated rows differ
 * in more than sqrt(MANY * rows) of them.
 */
const MANY = 64

/** Maximum number of sets of columns that are searched. Each search starts from a column that is in no earlier set. */
const MAX_SETS = 8

/**
 * Returns the number of rows in which two tickets differ on their shared columns. Columns are paired by value, not by
 * name. The search looks for sets of columns on which fewer than `limit` rows differ. Within a set, columns with fewer
 * differing values are also compared on their own, because sums are published per column. The smallest non-zero
 * difference is returned.
 */
export async function compareRows(one: HashedRows, other: HashedRows, limit: number): Promise<Comparison> {
  const far: Comparison = { difference: limit, pairs: [] }
  if (one.rowCount === 0 || other.rowCount === 0 || Math.abs(one.rowCount - other.rowCount) >= limit) return far
  const files: HashedFile[] = []
  try {
    for (const rows of [one, other]) files.push(await HashedFile.open(rows))
    return await compareFiles({ one: files[0] as HashedFile, other: files[1] as HashedFile }, limit)
  } finally {
    for (const file of files) await file.close()
  }
}

interface Files {
  one: HashedFile
  other: HashedFile
}

async function compareFiles(files: Files, limit: number): Promise<Comparison> {
  const { one, other } = files
  const sketches = { one: await one.sketches(), other: await other.sketches() }
  const isVarying = (sketch: Sketch | undefined) => sketch !== undefined && sketch.distinct > 1
  const many = Math.min(one.rows.rowCount / 2, MANY)
  const named = one.rows.columns.flatMap((name, place) => {
    const partner = other.rows.columns.indexOf(name)
    const isCompared = isVarying(sketches.one[place]) || isVarying(sketches.other[partner])
    return partner >= 0 && isCompared ? [place] : []
  })

  const candidates = candidatesOf(one, other, { ...sketches, isVarying, many, limit })
  const isTaken = new Set<number>()
  let nearest: Comparison = { difference: limit, pairs: [] }
  for (let sets = 0; sets < MAX_SETS; sets += 1) {
    // A column that no other column pairs with, such as a row number, must not hide the remaining columns.
    const start = candidates.find(([pair]) => pair && !isTaken.has(pair.one))
    if (!start) break
    const { pairs, difference, isTelling } = await grow(files, [start, ...candidates.filter((one) => one !== start)], {
      limit,
      many,
    })
    for (const { one: place } of [...start.slice(0, 1), ...pairs]) isTaken.add(place)
    const isAllNamed = named.length > 0 && named.every((place) => pairs.some((pair) => pair.one === place))
    // If only a few values have equal counts, this can be a coincidence: columns with the same name then have different
    // values.
    if (pairs.length === 0 || !(isTelling || isAllNamed)) continue
    const found = { difference: await leastOf(files, pairs, difference, limit), pairs }
    if (nearest.pairs.length === 0 || isNearer(found, nearest)) nearest = found
  }
  return nearest
}

const isNearer = (found: Comparison, nearest: Comparison) =>
  found.difference > 0 && (nearest.difference === 0 || found.difference < nearest.difference)

/** Adds one column after another while fewer than `limit` rows differ on all columns of the set together. */
async function grow(files: Files, candidates: Pair[][], { limit, many }: { limit: number; many: number }) {
  const pairs: Pair[] = []
  let keys = { one: newKeys(files.one), other: newKeys(files.other) }
  let difference = limit
  for (const partners of candidates) {
    const open = partners.filter((pair) => !pairs.some((known) => known.other === pair.other))
    for (const pair of open.slice(0, MAX_TRIED)) {
      const tried = { one: copyOf(keys.one), other: copyOf(keys.other) }
      await take(tried, files, pair)
      const found = differenceOf(tried.one, tried.other, limit)
      if (found >= limit) continue
      pairs.push(pair)
      keys = tried
      difference = found
      break
    }
  }
  return { pairs, difference, isTelling: pairs.length > 0 && distinctIn(keys.one) >= many }
}

interface Candidates {
  one: Sketch[]
  other: Sketch[]
  isVarying: (sketch: Sketch | undefined) => boolean
  many: number
  limit: number
}

/**
 * Lists the possible partners of each column, columns with the same name first. Columns with many distinct values come
 * first.
 */
function candidatesOf(one: HashedFile, other: HashedFile, of: Candidates): Pair[][] {
  const isSameName = (pair: Pair) => one.rows.columns[pair.one] === other.rows.columns[pair.other]
  const all = one.rows.columns.map((_name, place) =>
    other.rows.columns
      .map((_other, partner) => ({
        one: place,
        other: partner,
        difference: leastDifference(of.one[place] as Sketch, of.other[partner] as Sketch),
      }))
      .filter(
        (pair) => pair.difference < of.limit && (of.isVarying(of.one[pair.one]) || of.isVarying(of.other[pair.other])),
      )
      .sort((a, b) => Number(isSameName(b)) - Number(isSameName(a)) || a.difference - b.difference),
  )
  const distinct = ([pair]: Pair[]) => of.one[pair?.one ?? 0]?.distinct ?? 0
  const isTelling = (pairs: Pair[]) => Number(distinct(pairs) >= of.many)
  return all
    .filter((pairs) => pairs.length > 0)
    .sort(
      (a, b) =>
        isTelling(b) - isTelling(a) || (a[0]?.difference ?? 0) - (b[0]?.difference ?? 0) || distinct(b) - distinct(a),
    )
}

/** For each k, compares the columns in which at most k values differ, and returns the smallest non-zero difference. */
async function leastOf(files: Files, pairs: Pair[], ofAll: number, limit: number): Promise<number> {
  if (ofAll === 0) return 0
  const ascending = pairs.toSorted((a, b) => a.difference - b.difference)
  const keys = { one: newKeys(files.one), other: newKeys(files.other) }
  for (const [index, pair] of ascending.slice(0, -1).entries()) {
    await take(keys, files, pair)
    if (ascending[index + 1]?.difference === pair.difference) continue
    const found = differenceOf(keys.one, keys.other, limit)
    // Stop at the first difference, because more columns can only increase it.
    if (found > 0) return found
  }
  return ofAll
}

interface BothKeys {
  one: RowKeys
  other: RowKeys
}

async function take(keys: BothKeys, files: Files, pair: Pick<Pair, 'one' | 'other'>) {
  combine(keys.one, await files.one.column(pair.one))
  combine(keys.other, await files.other.column(pair.other))
}

const newKeys = ({ rows }: HashedFile): RowKeys => ({
  low: new Uint32Array(rows.rowCount),
  high: new Uint32Array(rows.rowCount),
})
const copyOf = ({ low, high }: RowKeys): RowKeys => ({ low: low.slice(), high: high.slice() })

/** Returns a key per row, computed from some columns. Equal keys identify equal rows of two files. */
export async function keysOn(rows: HashedRows, columns: number[]): Promise<number[]> {
  const file = await HashedFile.open(rows)
  try {
    const keys = newKeys(file)
    for (const column of columns) combine(keys, await file.column(column))
    return Array.from({ length: rows.rowCount }, (_, row) => keyOf(keys, row))
  } finally {
    await file.close()
  }
}
