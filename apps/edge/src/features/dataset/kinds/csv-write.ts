import { rm } from 'node:fs/promises'
import { type Duck, ident, literal, parquet } from '../../../lib/duck.ts'
import { rowGroups } from '../../../lib/row-groups.ts'
import { isRowId, type StagedCsv } from './csv-stage.ts'
import { COLUMNS_AT_ONCE, cellsBelow, type Decided, decideShapes } from './decide-shapes.ts'
import { isMissingWord, trimmed } from './missing.ts'
import { ROW_ID } from './reader.ts'
import { type Shape, TEXT } from './shapes.ts'

/** From this many rows on a table is not gone through twice if the first ones tell what the others are. */
const FIRST_ROWS = 5_000
const FIRST_CELLS = 500_000
/** A table as wide as this is easier to read by columns. */
const WIDE = 100
const MANY_SPACED = 500
const BUFFER_BYTES = 8 * 1024 * 1024
const MISFIT = 'a value of another type'

/** How a column is read: `isSpaced` where values have spaces around them. */
type Plan = Decided & { isSpaced: boolean }

/**
 * Writes staged rows as Parquet. A column's type is decided over all of its rows: taken from the first ones, then held
 * against every value while it is written, and where one does not fit, decided again over all.
 */
export async function writeRows(duck: Duck, staged: StagedCsv, file: string): Promise<Decided[]> {
  const first = `${file}.first`
  try {
    const limit = Math.min(FIRST_ROWS, Math.max(100, Math.floor(FIRST_CELLS / staged.names.length)))
    await duck.run(copyTo(first, `SELECT * FROM ${readStaged(staged)} LIMIT ${limit}`, staged.names.length))
    const shapes = await decideShapes(duck, { ...staged, source: parquet(first) })
    if (staged.rows <= limit) return await writeDecided(duck, { staged, texts: first, file, decided: shapes })
    const plans = await planOf(duck, staged, first, shapes)
    const isWritten = await writePlanned(duck, { staged, file, plans, isChecked: true })
      .then(() => true)
      .catch((error) => {
        if (String(error).includes(MISFIT)) return false
        throw error
      })
    return isWritten ? plans : await decideAgain(duck, staged, file)
  } finally {
    await rm(first, { force: true })
  }
}

/** What the first rows left open is asked of all. */
async function planOf(duck: Duck, staged: StagedCsv, first: string, shapes: Decided[]): Promise<Plan[]> {
  const names = staged.names.filter((_name, index) => shapes[index]?.isOpen)
  const source = readStaged(staged)
  const asked = names.length > 0 ? await decideShapes(duck, { source, names, delimiter: staged.delimiter }) : []
  const found = new Map(names.map((name, index) => [name, asked[index] as Decided]))
  const spaced = await findSpaced(duck, first, staged.names)
  return staged.names.map((name, index) => ({
    ...(found.get(name) ?? (shapes[index] as Decided)),
    isSpaced: spaced.has(name),
  }))
}

async function decideAgain(duck: Duck, staged: StagedCsv, file: string): Promise<Decided[]> {
  const texts = `${file}.texts`
  const isWide = staged.names.length > WIDE
  try {
    if (isWide) await duck.run(copyTo(texts, `SELECT * FROM ${readStaged(staged)}`, staged.names.length))
    const decided = await decideShapes(duck, { ...staged, source: isWide ? parquet(texts) : readStaged(staged) })
    return await writeDecided(duck, { staged, texts, file, decided })
  } finally {
    await rm(texts, { force: true })
  }
}

/** Once all rows have been asked. `texts` has them by columns where they are wide. */
async function writeDecided(
  duck: Duck,
  { staged, texts, file, decided }: { staged: StagedCsv; texts: string; file: string; decided: Decided[] },
): Promise<Decided[]> {
  const { names } = staged
  const spaced = names.length > WIDE ? await findSpaced(duck, texts, names) : new Set(names)
  const plans = decided.map((one, index) => ({ ...one, isSpaced: spaced.has(names[index] as string) }))
  await writePlanned(duck, { staged, file, plans, isChecked: false })
  return decided
}

type Planned = { staged: StagedCsv; file: string; plans: Plan[]; isChecked: boolean }

/** Spaces go first where they are many: to also ask of each of 5,000 columns what is missing takes DuckDB a minute to plan. */
async function writePlanned(duck: Duck, { staged, file, plans, isChecked }: Planned) {
  const { names } = staged
  if (plans.filter(({ isSpaced }) => isSpaced).length <= MANY_SPACED) {
    return duck.run(copyTo(file, plannedQuery(staged, plans, isChecked), names.length))
  }
  const tidied = { ...staged, path: `${staged.path}.tidied`, longestRow: staged.longestRow + 2 * names.length }
  const cells = [...(staged.isNumbered ? [ROW_ID] : []), ...names.map((name) => `trim(${ident(name)})`)]
  try {
    await duck.run(
      `COPY (SELECT ${cells.join(', ')} FROM ${readStaged(staged)}) TO ${literal(tidied.path)}
       (FORMAT csv, HEADER false, DELIM ${literal(staged.delimiter)}, QUOTE '"', ESCAPE '"')`,
    )
    const unspaced = plans.map((plan) => ({ ...plan, isSpaced: false }))
    await duck.run(copyTo(file, plannedQuery(tidied, unspaced, isChecked), names.length))
  } finally {
    await rm(tidied.path, { force: true })
  }
}

const isText = (name: string, shape: Shape) => shape === TEXT || (isRowId(name) && shape.type !== 'integer')

/** Reads each value once; where that is `isChecked`, it ends with an error at the first that is not what its column is. */
function plannedQuery(staged: StagedCsv, plans: Plan[], isChecked: boolean): string {
  const columns = plans.map((plan, index) => {
    const name = staged.names[index] as string
    const shape = isText(name, plan.shape) ? TEXT : plan.shape
    const cell = `c${index}`
    return { name, shape, isSpaced: plan.isSpaced, cell, value: shape === TEXT ? cell : `v${index}` }
  })
  const id = staged.isNumbered ? [ROW_ID] : []
  const cells = columns.map(({ name, isSpaced, cell }) => `${isSpaced ? trimmed(ident(name)) : ident(name)} AS ${cell}`)
  const values = columns.filter(({ shape }) => shape !== TEXT)
  const read = values.map(({ shape, cell, value }) => `${shape.value(cell)} AS ${value}`)
  const suspects = columns.flatMap(({ shape, isSpaced, cell, value }) => {
    if (!isChecked) return []
    if (shape === TEXT) return isSpaced ? [] : [`${cell} BETWEEN ' ' AND '!'`, `suffix(${cell}, ' ')`]
    const others = shape.suspect?.(cell, value)
    const doubts = others ? [`(${value} IS NULL AND ${cell} IS NOT NULL)`, ...others] : [`NOT ${shape.fits(cell)}`]
    return [`((${doubts.join(' OR ')}) AND NOT ${isMissingWord(cell)})`]
  })
  const [first, ...others] = [
    ...id.map((name) => ({ as: name, value: name })),
    ...columns.map(({ name, value }) => ({ as: isRowId(name) ? ROW_ID : ident(name), value })),
  ]
  // One question of each row: an answer of its own for every value would take longer than reading it.
  const checked =
    suspects.length === 0
      ? first?.value
      : `CASE WHEN ${suspects.join(' OR ')} THEN error(${literal(MISFIT)}) ELSE ${first?.value} END`
  const written = [`${checked} AS ${first?.as}`, ...others.map(({ as, value }) => `${value} AS ${as}`)]
  return `SELECT ${written.join(', ')} FROM (
    SELECT *, ${[...read, 'true AS is_read'].join(', ')} FROM (
      SELECT ${[...id, ...cells].join(', ')} FROM ${readStaged(staged)}))`
}

async function findSpaced(duck: Duck, first: string, names: string[]): Promise<Set<string>> {
  const spaced = new Set<string>()
  for (let start = 0; start < names.length; start += COLUMNS_AT_ONCE) {
    const some = names.slice(start, start + COLUMNS_AT_ONCE)
    const cells = cellsBelow(parquet(first), some)
    for (const { name } of await duck.rows(`SELECT DISTINCT name FROM ${cells} WHERE trim(text) <> text`)) {
      spaced.add(String(name))
    }
  }
  return spaced
}

/** Staged rows as texts. */
export function readStaged({ path, delimiter, names, isNumbered, longestRow }: StagedCsv): string {
  const columns = names.map((name) => `${literal(name)}: 'VARCHAR'`)
  const shape = [...(isNumbered ? [`${literal(ROW_ID)}: 'BIGINT'`] : []), ...columns]
  const longest = longestRow + 64
  return `read_csv(${literal(path)}, auto_detect = false, header = false, delim = ${literal(delimiter)}, quote = '"',
    escape = '"', new_line = '\\n', strict_mode = true, nullstr = [''], max_line_size = ${longest},
    buffer_size = ${Math.max(BUFFER_BYTES, 4 * longest)}, columns = {${shape.join(', ')}})`
}

const copyTo = (file: string, query: string, columns: number) =>
  `COPY (${query}) TO ${literal(file)} (FORMAT parquet, COMPRESSION zstd, ${rowGroups(columns)})`
