import { existsSync } from 'node:fs'
import { join } from 'node:path'
import {
  asBefore,
  asHarmless,
  fail,
  type InferenceResult,
  LABEL_THRESHOLD,
  type MatrixCell,
  type ModelOutput,
  type Prediction,
} from '@tessera/contract'
import { predictionOfCells, widthOfLines } from '@tessera/inference'
import { ROW_ID } from '../../kinds/index.ts'
import { literal, textValue } from '../../lib/duck.ts'
import type { InferenceDeps } from './deps.ts'

interface Predicted {
  result: InferenceResult
  output: ModelOutput
}

type Deps = Pick<InferenceDeps, 'duck' | 'dataDir'>

type Wanted = Predicted & { offset: number; size: number; cell: MatrixCell | undefined }

/**
 * Reads a page of a dataset's predictions from their file. If the file has the label, the worst predictions come first.
 */
export async function readPredictedRows(deps: Deps, { offset, size, cell, ...of }: Wanted) {
  const which = cell ? `WHERE ${cellCondition(of, cell)}` : ''
  const order = `ORDER BY ${wrongness(of.result, of.output)} place LIMIT ${size} OFFSET ${offset}`
  return {
    rows: await read(deps, of, `${which} ${order}`),
    total: cell ? await count(deps, of, which) : of.result.rowCount,
  }
}

/** Reads the predictions of the rows with these ids, in no particular order. */
export async function readPredictionsOf(deps: Deps, of: Predicted, ids: string[]): Promise<Prediction[]> {
  // If a spreadsheet would run an id as a formula, the file stores it with a leading apostrophe.
  return read(deps, of, `WHERE c0 IN (${ids.flatMap((id) => [literal(id), literal(`'${id}`)]).join(', ')})`)
}

async function read({ duck, dataDir }: Deps, { result, output }: Predicted, which: string): Promise<Prediction[]> {
  const { names, lines } = linesOf(dataDir, { result, output })
  const rows = await duck.rows(
    `SELECT ${names.join(', ')} FROM (SELECT *, row_number() OVER () AS place FROM ${lines}) ${which}`,
  )
  return rows.map((row) => {
    const cells = names.map((name) => (row[name] === null ? null : asBefore(String(row[name]))))
    return predictionOfCells(result, output, ROW_ID, cells)
  })
}

async function count({ duck, dataDir }: Deps, of: Predicted, which: string): Promise<number> {
  const { total } = await duck.row(`SELECT count(*) AS total FROM ${linesOf(dataDir, of).lines} ${which}`)
  return Number(total)
}

function linesOf(dataDir: string, { result, output }: Predicted) {
  const file = join(dataDir, result.resultPath ?? '')
  if (result.resultPath === null || !existsSync(file)) fail('inference.not-found')
  const names = Array.from({ length: widthOfLines(result, output) }, (_, at) => `c${at}`)
  return { names, lines: csv(file, names) }
}

/**
 * Reads the CSV exactly as the edge wrote it: without detection of its format and without parallel reading, because
 * texts can contain line breaks. Files of entities that earlier versions wrote lack the last two columns.
 */
const csv = (file: string, names: string[]) => `read_csv(${literal(file)}, auto_detect = false, header = true,
  delim = ',', quote = '"', escape = '"', new_line = '\\r\\n', nullstr = '', null_padding = true, parallel = false,
  max_line_size = ${LINE_BYTES}, buffer_size = ${2 * LINE_BYTES},
  columns = {${names.map((name) => `${name}: 'VARCHAR'`).join(', ')}})`

/**
 * Maximum length of a line. A dataset row takes at most half of it; escape characters and the prediction may take the
 * other half.
 */
const LINE_BYTES = 32 * 1024 * 1024

/**
 * Returns an ORDER BY expression that puts the worst predictions first. Rows without the label come last. The order is
 * - for classes: wrong predictions first, and among them the most confident;
 * - for several labels: by the number of wrong labels;
 * - for numbers: by the absolute error;
 * - for boxes and entities: by the number of missed and spurious ones.
 */
function wrongness(result: InferenceResult, output: ModelOutput): string {
  const { header } = result
  const { truth, predicted } = columnsOf(header, output)
  if (truth === null) return ''
  if (output.kind === 'number') {
    return `abs(try_cast(${truth} AS DOUBLE) - try_cast(${predicted} AS DOUBLE)) DESC NULLS LAST,`
  }
  // The last two cells of a line are the numbers of missed and of spurious boxes or entities.
  if (output.kind === 'boxes' || output.kind === 'entities') {
    const width = widthOfLines(result, output)
    const [missed, alarms] = [2, 1].map((at) => `try_cast(c${width - at} AS INTEGER)`)
    return `${missed} + ${alarms} DESC NULLS LAST,`
  }
  if (output.kind !== 'classes' && output.kind !== 'labels') return ''
  const shares = output.classes.map((_, at) => `try_cast(c${header.length + 2 + at} AS DOUBLE)`)
  if (output.kind === 'labels') return wrongLabels(truth, output.classes, shares)
  const isWrong = `${truth} <> ${predicted}`
  return `${isWrong} DESC NULLS LAST, CASE WHEN ${isWrong} THEN greatest(${shares.join(', ')}) END DESC NULLS LAST,`
}

/**
 * Returns an ORDER BY expression: by the number of wrong labels, then by the largest distance of a wrong label's
 * probability from the threshold.
 */
function wrongLabels(truth: string, labels: string[], shares: string[]): string {
  const isList = `starts_with(${truth}, '[') AND json_valid(${truth})`
  // Label names within a JSON list are not escaped. A cell that consists of one name is escaped if a spreadsheet would
  // run it as a formula.
  const isThere = (name: string) =>
    `CASE WHEN ${isList} THEN list_contains(from_json(${truth}, '["VARCHAR"]'), ${textValue(name)})
       ELSE ${truth} = ${textValue(asHarmless(name))} END`
  const wrong = labels.map((name, at) => `${isThere(name)} <> (${shares[at]} > ${LABEL_THRESHOLD})`)
  const count = wrong.map((one) => `CAST(${one} AS INTEGER)`).join(' + ')
  const far = wrong.map((one, at) => `CASE WHEN ${one} THEN abs(${shares[at]} - ${LABEL_THRESHOLD}) END`)
  const isKnown = `${truth} IS NOT NULL`
  return `CASE WHEN ${isKnown} THEN ${count} END DESC NULLS LAST, CASE WHEN ${isKnown} THEN greatest(${far.join(', ')}) END DESC NULLS LAST,`
}

function cellCondition({ result: { header }, output }: Predicted, cell: MatrixCell): string {
  const { truth, predicted } = columnsOf(header, output)
  const names = output.kind === 'classes' ? output.classes.map((name) => literal(asHarmless(String(name)))) : []
  const answer = names[cell.predicted]
  if (truth === null || answer === undefined || cell.truth > names.length) fail('inference.cell-unknown')
  // Rows without a class belong to no cell of the confusion matrix, because their prediction is neither right nor
  // wrong.
  const isTruth = cell.truth < names.length ? `= ${names[cell.truth]}` : `NOT IN (${names.join(', ')})`
  return `${truth} ${isTruth} AND ${predicted} = ${answer}`
}

/**
 * Returns the names of the columns with the label and the prediction in the file. `truth` is null if the dataset lacks
 * the label.
 */
function columnsOf(header: string[], { label }: ModelOutput) {
  const place = header.indexOf(label)
  return { truth: place < 0 ? null : `c${place + 1}`, predicted: `c${header.length + 1}` }
}
