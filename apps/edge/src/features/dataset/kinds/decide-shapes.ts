import { type Duck, ident, literal } from '../../../lib/duck.ts'
import { COMMA_NUMBER, COMMON_SHAPES, EITHER, RARE_SHAPES, type Shape, TEXT } from './shapes.ts'

/** How spreadsheets and statistics programs write "no value". */
export const MISSING = ['', 'NA', 'N/A', 'NaN', 'nan', 'NULL', 'null', 'None', '?']
const missing = `[${MISSING.map(literal).join(', ')}]`

/** A column's value without the spaces around it; null where there is none. DuckDB makes a join of each long IN. */
export const cellOf = (name: string) =>
  `CASE WHEN list_contains(${missing}, trim(${ident(name)})) THEN NULL ELSE trim(${ident(name)}) END`

export interface Decided {
  shape: Shape
  /** Too little was seen: no value at all, or only such as could be read in two ways. */
  isOpen: boolean
}

/** Questions in one query: wide tables would else make statements of megabytes. */
const COLUMNS_AT_ONCE = 100

export interface Cells {
  /** A relation of texts. */
  source: string
  names: string[]
  delimiter: string
}

/** The narrowest shape that all values of a column have. */
export async function decideShapes(duck: Duck, { source, names, delimiter }: Cells): Promise<Decided[]> {
  const decided: Decided[] = []
  for (let start = 0; start < names.length; start += COLUMNS_AT_ONCE) {
    decided.push(...(await decideSome(duck, { source, names: names.slice(start, start + COLUMNS_AT_ONCE), delimiter })))
  }
  return delimiter === ',' ? decided : await withDecimalCommas(duck, { source, names, decided })
}

async function decideSome(duck: Duck, { source, names, delimiter }: Cells): Promise<Decided[]> {
  const common = await keepFitting(
    duck,
    source,
    names.map((name) => ({ name, shapes: COMMON_SHAPES })),
  )
  const rare = RARE_SHAPES.filter((shape) => delimiter !== ',' || shape !== COMMA_NUMBER)
  const others = common.filter(({ values, shapes }) => values > 0 && shapes.length === 0)
  const seldom = await keepFitting(
    duck,
    source,
    others.map(({ name }) => ({ name, shapes: rare })),
  )
  const rareOf = new Map(seldom.map(({ name, shapes }) => [name, shapes]))
  return common.map(({ name, values, shapes }) => {
    if (values === 0) return { shape: TEXT, isOpen: true }
    const [first] = shapes
    return first ? { shape: first, isOpen: false } : decideRare(rareOf.get(name) ?? [])
  })
}

function decideRare(shapes: Shape[]): Decided {
  const has = (name: string) => shapes.some((shape) => shape.name === name)
  const [first] = shapes
  if (!first) return { shape: TEXT, isOpen: false }
  const pair = EITHER.find((names) => names.includes(first.name))
  return pair?.every(has) ? { shape: TEXT, isOpen: true } : { shape: first, isOpen: false }
}

/** Where one column writes 1.234,5 the points of another, 1.234, stand between thousands. */
async function withDecimalCommas(
  duck: Duck,
  of: { source: string; names: string[]; decided: Decided[] },
): Promise<Decided[]> {
  if (!of.decided.some(({ shape }) => shape === COMMA_NUMBER)) return of.decided
  const numbers = of.names.filter((_name, index) => of.decided[index]?.shape.name === 'number')
  const asked = await keepFitting(
    duck,
    of.source,
    numbers.map((name) => ({ name, shapes: [COMMA_NUMBER] })),
  )
  const grouped = new Set(asked.filter(({ shapes }) => shapes.length > 0).map(({ name }) => name))
  return of.decided.map((one, index) =>
    grouped.has(of.names[index] as string) ? { shape: COMMA_NUMBER, isOpen: false } : one,
  )
}

interface Candidate {
  name: string
  shapes: Shape[]
}

/** Of each column's shapes those that all its values have. */
async function keepFitting(duck: Duck, source: string, candidates: Candidate[]) {
  if (candidates.length === 0) return []
  const cells = candidates.map(({ name }, index) => `${cellOf(name)} AS c${index}`)
  const questions = candidates.flatMap(({ shapes }, index) => [
    `count(c${index}) AS n${index}`,
    ...shapes.map((shape, at) => `bool_and(c${index} IS NULL OR ${shape.fits(`c${index}`)}) AS n${index}_${at}`),
  ])
  const counts = await duck.row(`SELECT ${questions.join(', ')} FROM (SELECT ${cells.join(', ')} FROM ${source})`)
  return candidates.map(({ name, shapes }, index) => ({
    name,
    values: Number(counts[`n${index}`]),
    shapes: shapes.filter((_shape, at) => counts[`n${index}_${at}`] === true),
  }))
}
