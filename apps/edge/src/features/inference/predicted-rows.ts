import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { asBefore, fail, type InferenceResult, type ModelOutput, type Prediction } from '@tessera/contract'
import { predictionOfCells, widthOfLines } from '@tessera/inference'
import { literal } from '../../lib/duck.ts'
import { ROW_ID } from '../dataset/index.ts'
import type { InferenceDeps } from './deps.ts'

interface Request {
  result: InferenceResult
  output: ModelOutput
  offset: number
  size: number
}

/** A page of a dataset's predictions, from their file: where it has the label, the farthest from it first. */
export async function readPredictedRows(
  { duck, dataDir }: Pick<InferenceDeps, 'duck' | 'dataDir'>,
  { result, output, offset, size }: Request,
): Promise<Prediction[]> {
  const file = join(dataDir, result.resultPath ?? '')
  if (result.resultPath === null || !existsSync(file)) fail('inference.not-found')
  const names = Array.from({ length: widthOfLines(result, output) }, (_, at) => `c${at}`)
  const rows = await duck.rows(
    `SELECT ${names.join(', ')} FROM (SELECT *, row_number() OVER () AS place FROM ${csv(file, names)})
     ORDER BY ${wrongness(result, output)} place LIMIT ${size} OFFSET ${offset}`,
  )
  return rows.map((row) => {
    const cells = names.map((name) => (row[name] === null ? null : asBefore(String(row[name]))))
    return predictionOfCells(result, output, ROW_ID, cells)
  })
}

/** As it was written: what is in it decides nothing about how it is read. In one go, since texts may hold line breaks. */
const csv = (file: string, names: string[]) => `read_csv(${literal(file)}, auto_detect = false, header = true,
  delim = ',', quote = '"', escape = '"', new_line = '\\r\\n', nullstr = '', parallel = false,
  max_line_size = ${LINE_BYTES}, buffer_size = ${2 * LINE_BYTES},
  columns = {${names.map((name) => `${name}: 'VARCHAR'`).join(', ')}})`

/** A dataset's row is at most half as long; apostrophes and what the model said come to it. */
const LINE_BYTES = 32 * 1024 * 1024

/** Wrong classes first, the surest of them at the top; numbers by how far off they are; rows without the label last. */
function wrongness({ header }: InferenceResult, output: ModelOutput): string {
  const place = header.indexOf(output.label)
  if (place < 0) return ''
  const [truth, said] = [`c${place + 1}`, `c${header.length + 1}`]
  if (output.kind === 'number') {
    return `abs(try_cast(${truth} AS DOUBLE) - try_cast(${said} AS DOUBLE)) DESC NULLS LAST,`
  }
  if (output.kind !== 'classes') return ''
  const shares = output.classes.map((_, at) => `try_cast(c${header.length + 2 + at} AS DOUBLE)`)
  const isWrong = `${truth} <> ${said}`
  return `${isWrong} DESC NULLS LAST, CASE WHEN ${isWrong} THEN greatest(${shares.join(', ')}) END DESC NULLS LAST,`
}
