import { DELIMITERS, firstRows, type Start } from './first-rows.ts'

export interface HeaderLine {
  line: number
  delimiter: string
  /** How many values most rows have. */
  width: number
}

const LINES_LOOKED_AT = 20
const ROWS_COMPARED = 100

/**
 * Where a table has a title above its header: the line the header seems to be in. Undefined where the first line is
 * nearly as wide as the others, so that it is a header, if not always a good one.
 */
export function findHeaderLine(bytes: Buffer, from: Start, isRowPerLine: boolean): HeaderLine | undefined {
  const looks = DELIMITERS.flatMap((delimiter) => {
    const rows = firstRows(bytes, from, { delimiter, count: ROWS_COMPARED, isRowPerLine })
    const all = rows.map(({ line, cells }) => ({ line, cells: withoutEnd(cells.map((cell) => cell.trim())) }))
    const { width, share } = commonWidth(all.map(({ cells }) => cells.length))
    const [first, ...others] = all.slice(0, LINES_LOOKED_AT)
    if (!first || width < 2 || !isTitle(first.cells, width)) return []
    const header = likeliest(
      others.filter(({ cells }) => !isTitle(cells, width)),
      width,
    )
    return header ? [{ line: header.line, delimiter, width, share }] : []
  })
  const [best] = looks.sort((one, other) => other.share - one.share || other.width - one.width)
  return best
}

interface Line {
  line: number
  cells: string[]
}

/** The first line of names throughout; or the one with most of them; a header may also hold numbers, such as years. */
function likeliest(lines: Line[], width: number): Line | undefined {
  const isFull = ({ cells }: Line) => cells.length >= width && filled(cells) === cells.length
  const named = lines.filter(({ cells }) => !cells.some(isNumber))
  const most = Math.max(...named.map(({ cells }) => filled(cells)))
  return named.find(isFull) ?? named.find(({ cells }) => filled(cells) === most) ?? lines.find(isFull)
}

const isNumber = (cell: string) => cell !== '' && Number.isFinite(Number(cell))
const filled = (cells: string[]) => cells.filter((cell) => cell !== '').length
const withoutEnd = (cells: string[]) => cells.slice(0, cells.findLastIndex((cell) => cell !== '') + 1)

/** Half of a row is a title only where it begins with one: a table's first name is what is often missing. */
const isTitle = (cells: string[], width: number) =>
  filled(cells) * 2 < width || (filled(cells) * 2 === width && cells[0] !== '')

/** Cells that are empty at the end are not counted, so of two widths as common the greater one is meant. */
export function commonWidth(widths: number[]): { width: number; share: number } {
  const counts = new Map<number, number>()
  for (const width of widths) counts.set(width, (counts.get(width) ?? 0) + 1)
  const [best] = [...counts].sort(([width, count], [other, others]) => others - count || other - width)
  return best ? { width: best[0], share: best[1] / widths.length } : { width: 0, share: 0 }
}
