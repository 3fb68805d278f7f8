import { type RawFile, rawZip } from './raw-zip.ts'

/**
 * A cell: a text, number or boolean, a date given as its day number, or a number that is displayed with six digits by
 * one of the styles below.
 */
export type WorkbookCell = string | number | boolean | null | { day: number } | { code: number }

const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'

interface Special {
  /** Names of the hidden sheets of the workbook. */
  hidden?: string[]
  /** Ranges of merged cells such as `A2:A5`, by sheet. */
  merged?: Record<string, string[]>
  /** Numbers of the hidden rows and columns of the first sheet, counted from 1. */
  hiddenRows?: number[]
  hiddenColumns?: number[]
}

/** Creates a workbook as spreadsheet programs do: texts are shared, and dates are numbers with a style. */
export function workbook(
  sheets: Record<string, WorkbookCell[][]>,
  { hidden = [], merged = {}, hiddenRows = [], hiddenColumns = [] }: Special = {},
): Buffer {
  const shared: string[] = []
  const names = Object.keys(sheets)
  const parts: RawFile[] = [
    part(
      '[Content_Types].xml',
      `<Types xmlns="${PACKAGE}/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>`,
    ),
    part(
      'xl/workbook.xml',
      `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${names
        .map(
          (name, at) =>
            `<sheet name="${escaped(name)}" sheetId="${at + 1}"${hidden.includes(name) ? ' state="hidden"' : ''} r:id="rId${at + 1}"/>`,
        )
        .join('')}</sheets></workbook>`,
    ),
    part(
      'xl/_rels/workbook.xml.rels',
      `<Relationships xmlns="${PACKAGE}/relationships">${names
        .map(
          (_name, at) =>
            `<Relationship Id="rId${at + 1}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${at + 1}.xml"/>`,
        )
        .join('')}</Relationships>`,
    ),
    part(
      'xl/styles.xml',
      `<styleSheet xmlns="${MAIN}"><numFmts count="1"><numFmt numFmtId="164" formatCode="000000"/></numFmts><cellXfs count="3"><xf numFmtId="0"/><xf numFmtId="14" applyNumberFormat="1"/><xf numFmtId="164" applyNumberFormat="1"/></cellXfs></styleSheet>`,
    ),
    ...Object.entries(sheets).map(([name, rows], at) =>
      part(
        `xl/worksheets/sheet${at + 1}.xml`,
        sheetOf(rows, shared, merged[name], at === 0 ? { hiddenRows, hiddenColumns } : {}),
      ),
    ),
  ]
  const texts = shared.map((text) => `<si><t xml:space="preserve">${escaped(text)}</t></si>`).join('')
  return rawZip([...parts, part('xl/sharedStrings.xml', `<sst xmlns="${MAIN}">${texts}</sst>`)])
}

const part = (name: string, content: string): RawFile => ({ name, content: `${DECLARATION}${content}` })

function sheetOf(
  rows: WorkbookCell[][],
  shared: string[],
  merged: string[] = [],
  { hiddenRows = [], hiddenColumns = [] }: Pick<Special, 'hiddenRows' | 'hiddenColumns'> = {},
): string {
  const lines = rows.map((row, at) => {
    const cells = row.map((cell, column) => cellOf(cell, `${letters(column)}${at + 1}`, shared)).join('')
    const hides = hiddenRows.includes(at + 1) ? ' hidden="1"' : ''
    return cells === '' ? '' : `<row r="${at + 1}"${hides}>${cells}</row>`
  })
  const hidden = hiddenColumns.map((column) => `<col min="${column}" max="${column}" width="0" hidden="1"/>`).join('')
  return `<worksheet xmlns="${MAIN}">${hidden && `<cols>${hidden}</cols>`}<sheetData>${lines.join('')}</sheetData>${mergedOf(merged)}</worksheet>`
}

const mergedOf = (ranges: string[]) =>
  ranges.length === 0 ? '' : `<mergeCells>${ranges.map((range) => `<mergeCell ref="${range}"/>`).join('')}</mergeCells>`

function cellOf(cell: WorkbookCell, place: string, shared: string[]): string {
  if (cell === null) return ''
  if (typeof cell === 'string') return `<c r="${place}" t="s"><v>${shared.push(cell) - 1}</v></c>`
  if (typeof cell === 'boolean') return `<c r="${place}" t="b"><v>${Number(cell)}</v></c>`
  if (typeof cell === 'object' && 'code' in cell) return `<c r="${place}" s="2"><v>${cell.code}</v></c>`
  return typeof cell === 'number'
    ? `<c r="${place}"><v>${cell}</v></c>`
    : `<c r="${place}" s="1"><v>${cell.day}</v></c>`
}

const letters = (column: number): string =>
  column < 26 ? String.fromCharCode(65 + column) : `${letters(Math.floor(column / 26) - 1)}${letters(column % 26)}`
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
