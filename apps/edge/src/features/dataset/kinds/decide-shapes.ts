import { type Duck, ident } from '../../../lib/duck.ts'
import { withoutWords } from './missing.ts'
import { COMMA_NUMBER, COMMON_SHAPES, EITHER, RARE_SHAPES, type Shape, TEXT } from './shapes.ts'

export interface Decided {
  shape: Shape
  /** Too little was seen: no value at all, or only such as could be read in two ways. */
  isOpen: boolean
}

/** Of wide tables in one query. */
export const COLUMNS_AT_ONCE = 1_000

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
  const common = await keepFitting(duck, source, names, COMMON_SHAPES)
  const rare = RARE_SHAPES.filter((shape) => delimiter !== ',' || shape !== COMMA_NUMBER)
  const others = names.filter((name) => common.get(name)?.length === 0)
  const seldom = await keepFitting(duck, source, others, rare)
  return names.map((name) => {
    const shapes = common.get(name)
    if (!shapes) return { shape: TEXT, isOpen: true }
    const [first] = shapes
    return first ? { shape: first, isOpen: false } : decideRare(seldom.get(name) ?? [])
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
  const asked = await keepFitting(duck, of.source, numbers, [COMMA_NUMBER])
  const grouped = new Set(numbers.filter((name) => asked.get(name)?.length === 1))
  return of.decided.map((one, index) =>
    grouped.has(of.names[index] as string) ? { shape: COMMA_NUMBER, isOpen: false } : one,
  )
}

/**
 * Of each column the shapes that all its values have; a column without a value is not among the answers. All columns are
 * asked as one: a question of its own for each of 5,000 takes DuckDB longer to plan than to answer.
 */
async function keepFitting(duck: Duck, source: string, names: string[], shapes: Shape[]) {
  if (names.length === 0) return new Map<string, Shape[]>()
  const questions = shapes.map((shape, at) => `bool_and(${shape.fits('cell')}) AS s${at}`)
  const rows = await duck.rows(
    `SELECT name, ${questions.join(', ')} FROM (
       SELECT name, ${withoutWords('trim(text)')} AS cell FROM ${cellsBelow(source, names)})
     WHERE cell IS NOT NULL GROUP BY name`,
  )
  return new Map(rows.map((row) => [String(row.name), shapes.filter((_shape, at) => row[`s${at}`] === true)]))
}

/** All cells of some columns, one below the other, as `text`, each with its column's `name`; but those without a value. */
export const cellsBelow = (source: string, names: string[]) =>
  `(UNPIVOT (SELECT ${names.map(ident).join(', ')} FROM ${source}) ON COLUMNS(*) INTO NAME name VALUE text)`
