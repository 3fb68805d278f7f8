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
import { literal, textValue } from '../../lib/duck.ts'
import { ROW_ID } from '../dataset/index.ts'
import type { InferenceDeps } from './deps.ts'

interface Predicted {
  result: InferenceResult
  output: ModelOutput
}

type Deps = Pick<InferenceDeps, 'duck' | 'dataDir'>

type Wanted = Predicted & { offset: number; size: number; cell: MatrixCell | undefined }

/** A page of a dataset's predictions, from their file: where it has the label, the farthest from it first. */
export async function readPredictedRows(deps: Deps, { offset, size, cell, ...of }: Wanted) {
  const which = cell ? `WHERE ${isOfCell(of, cell)}` : ''
  const order = `ORDER BY ${wrongness(of.result, of.output)} place LIMIT ${size} OFFSET ${offset}`
  return {
    rows: await read(deps, of, `${which} ${order}`),
    total: cell ? await count(deps, of, which) : of.result.rowCount,
  }
}

/** Those of some rows by their ids, in no order. */
export async function readPredictionsOf(deps: Deps, of: Predicted, ids: string[]): Promise<Prediction[]> {
  // An id that a spreadsheet would run stands behind an apostrophe there.
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
 * As it was written: what is in it decides nothing about how it is read. In one go, since texts may hold line breaks. Files
 * of entities that an earlier edge wrote lack the last two cells.
 */
const csv = (file: string, names: string[]) => `read_csv(${literal(file)}, auto_detect = false, header = true,
  delim = ',', quote = '"', escape = '"', new_line = '\\r\\n', nullstr = '', null_padding = true, parallel = false,
  max_line_size = ${LINE_BYTES}, buffer_size = ${2 * LINE_BYTES},
  columns = {${names.map((name) => `${name}: 'VARCHAR'`).join(', ')}})`

/** A dataset's row is at most half as long; apostrophes and what the model said come to it. */
const LINE_BYTES = 32 * 1024 * 1024

/** Wrong classes first, the surest of them at the top; of labels most wrong ones; numbers by how far off they are; pictures and texts by what was missed in them or is none; rows without the label last. */
function wrongness(result: InferenceResult, output: ModelOutput): string {
  const { header } = result
  const { truth, said } = columnsOf(header, output)
  if (truth === null) return ''
  if (output.kind === 'number') {
    return `abs(try_cast(${truth} AS DOUBLE) - try_cast(${said} AS DOUBLE)) DESC NULLS LAST,`
  }
  // Of boxes and entities how many were missed and how many are none stands at the end of a line.
  if (output.kind === 'boxes' || output.kind === 'entities') {
    const width = widthOfLines(result, output)
    const [missed, alarms] = [2, 1].map((at) => `try_cast(c${width - at} AS INTEGER)`)
    return `${missed} + ${alarms} DESC NULLS LAST,`
  }
  if (output.kind !== 'classes' && output.kind !== 'labels') return ''
  const shares = output.classes.map((_, at) => `try_cast(c${header.length + 2 + at} AS DOUBLE)`)
  if (output.kind === 'labels') return wrongLabels(truth, output.classes, shares)
  const isWrong = `${truth} <> ${said}`
  return `${isWrong} DESC NULLS LAST, CASE WHEN ${isWrong} THEN greatest(${shares.join(', ')}) END DESC NULLS LAST,`
}

/** How many labels are wrong, then by how far the farthest of them is from the middle. */
function wrongLabels(truth: string, labels: string[], shares: string[]): string {
  const isList = `starts_with(${truth}, '[') AND json_valid(${truth})`
  // Names in a list stand as they are; a cell that is a name itself was made harmless where a spreadsheet would run it.
  const isThere = (name: string) =>
    `CASE WHEN ${isList} THEN list_contains(from_json(${truth}, '["VARCHAR"]'), ${textValue(name)})
       ELSE ${truth} = ${textValue(asHarmless(name))} END`
  const wrong = labels.map((name, at) => `${isThere(name)} <> (${shares[at]} > ${LABEL_THRESHOLD})`)
  const count = wrong.map((one) => `CAST(${one} AS INTEGER)`).join(' + ')
  const far = wrong.map((one, at) => `CASE WHEN ${one} THEN abs(${shares[at]} - ${LABEL_THRESHOLD}) END`)
  const isKnown = `${truth} IS NOT NULL`
  return `CASE WHEN ${isKnown} THEN ${count} END DESC NULLS LAST, CASE WHEN ${isKnown} THEN greatest(${far.join(', ')}) END DESC NULLS LAST,`
}

function isOfCell({ result: { header }, output }: Predicted, cell: MatrixCell): string {
  const { truth, said } = columnsOf(header, output)
  const names = output.kind === 'classes' ? output.classes.map((name) => literal(asHarmless(String(name)))) : []
  const answer = names[cell.said]
  if (truth === null || answer === undefined || cell.truth > names.length) fail('inference.cell-unknown')
  // What has no class is counted nowhere: of it nothing is known to be right or wrong.
  const isTruth = cell.truth < names.length ? `= ${names[cell.truth]}` : `NOT IN (${names.join(', ')})`
  return `${truth} ${isTruth} AND ${said} = ${answer}`
}

/** Where the label and what was predicted stand in the file; null where the dataset does not have the label. */
function columnsOf(header: string[], { label }: ModelOutput) {
  const place = header.indexOf(label)
  return { truth: place < 0 ? null : `c${place + 1}`, said: `c${header.length + 1}` }
}
