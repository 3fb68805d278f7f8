import {
  CsvLines,
  columnNamesOf,
  contentTypeOf,
  fail,
  type InferenceResult,
  inputColumnsOf,
  type ModelInput,
  type ModelOutput,
  nearestName,
  type Prediction,
  type TableRow,
  tellsOutside,
} from '@tessera/contract'
import { nodesOf } from './kinds/graphs.ts'
import { kindOf } from './kinds/index.ts'
import { outputKindOf } from './outputs.ts'
import { namesBeside } from './result-columns.ts'
import type { InferenceRuntime, ModelFile } from './runtime.ts'
import { Summary } from './summary.ts'

/** A model with what its card says it takes and gives. */
export interface KnownModel {
  file: ModelFile
  input: ModelInput
  output: ModelOutput
}

/** A dataset's rows: the columns that people know, and the one that names a row. */
export interface AskedRows {
  id: string
  columns: string[]
  batches: AsyncIterable<TableRow[]>
}

/** Predicts rows given by form. */
export async function inferRows(
  runtime: InferenceRuntime,
  { file, input, output }: KnownModel,
  given: TableRow[],
): Promise<InferenceResult> {
  const rows = input.kind === 'graph' ? nodesOf(input, given) : given
  const predictions = await runtime.predict(file, rows)
  return {
    type: contentTypeOf(input, output),
    header: kindOf(input).header(input),
    predictions,
    resultPath: null,
    rowCount: rows.length,
    accuracy: null,
  }
}

/**
 * Predicts all rows of a dataset. `lines` are those of a CSV file, made while they are read; when all are, `result` tells
 * what is to be known of the file.
 */
export function inferDataset(runtime: InferenceRuntime, model: KnownModel, asked: AskedRows) {
  // A table may have a column of the id's name, which is the id then: no two columns have one name.
  const columns = asked.columns.filter((name) => name !== asked.id)
  checkColumns(columnNamesOf(model.input), [asked.id, ...asked.columns])
  const summary = new Summary(model.output, inputColumnsOf(model.input), ...tokensOf(model.input))
  const csv = new CsvLines()
  return {
    lines: predictedLines(runtime, model, { ...asked, columns }, { csv, summary }),
    result: (resultPath: string): InferenceResult => ({
      type: `${contentTypeOf(model.input, model.output)}Collection`,
      header: columns,
      predictions: [],
      resultPath,
      rowCount: summary.rows,
      accuracy: summary.accuracy,
      harmlessCells: csv.harmless,
      summary: summary.result(),
    }),
  }
}

/** Every column that the model needs is in the dataset. An empty value is another matter, and is judged by row. */
function checkColumns(needed: string[], names: string[]) {
  const missing = needed.filter((name) => !names.includes(name))
  const [column] = missing
  if (column === undefined) return
  // A column that the model reads by its own name stands for no other.
  const nearest = nearestName(
    column,
    names.slice(1).filter((name) => !needed.includes(name)),
  )
  if (nearest === undefined) fail('inference.no-column', { column, count: missing.length })
  fail('inference.no-column-near', { column, nearest, count: missing.length })
}

async function* predictedLines(
  runtime: InferenceRuntime,
  { file, input, output }: KnownModel,
  { id, columns, batches }: AskedRows,
  { csv, summary }: { csv: CsvLines; summary: Summary },
) {
  const kind = outputKindOf(output)
  const names = [id, ...columns]
  const tells = tellsOutside(inputColumnsOf(input))
  const beside = ['prediction', ...kind.columns, ...(tells ? ['outside'] : [])]
  // Programs for tables take a file without this mark for something other than UTF-8.
  yield `\uFEFF${csv.line([...names, ...namesBeside(names, beside)])}`

  for await (const rows of batches) {
    const predictions = await runtime.predict(file, rows)
    const lines = predictions.map((one) => {
      const outside = summary.add(one).map(({ column }) => column)
      const said = [one.result, ...kind.cells(one, ...tokensOf(input)), ...(tells ? [outside.join('; ')] : [])]
      return csv.line([...names.map((name) => one.data[name] ?? ''), ...said])
    })
    yield lines.join('')
  }
}

const tokensOf = (input: ModelInput) => (input.kind === 'tokens' ? [input.column] : [])

/** A line of such a file again: its cells, in the file's order, are the id's, the header's and what the model said. */
export function predictionOfCells(
  { header }: Pick<InferenceResult, 'header'>,
  output: ModelOutput,
  id: string,
  cells: (string | null)[],
): Prediction {
  const names = [id, ...header]
  const data = Object.fromEntries(names.map((name, at) => [name, cells[at] ?? null]))
  const [result, ...values] = cells.slice(names.length)
  return outputKindOf(output).ofCells({ data, result: result ?? '', cells: values })
}

/** How many cells a line of such a file has. */
export function widthOfLines(
  { header, summary }: Pick<InferenceResult, 'header' | 'summary'>,
  output: ModelOutput,
): number {
  return 1 + header.length + 1 + outputKindOf(output).columns.length + (summary?.outside ? 1 : 0)
}
