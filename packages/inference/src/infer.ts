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

/** A model, its declared input and its output. */
export interface KnownModel {
  file: ModelFile
  input: ModelInput
  output: ModelOutput
}

/** The rows of a dataset, the columns to show, and the column that identifies a row. */
export interface InputRows {
  id: string
  columns: string[]
  batches: AsyncIterable<TableRow[]>
}

/** Returns predictions for rows that were entered in a form. */
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
 * Predicts all rows of a dataset. `lines` yields the lines of a CSV file while the rows are read. Once all lines are
 * read, `result` returns the summary of the file.
 */
export function inferDataset(runtime: InferenceRuntime, model: KnownModel, asked: InputRows) {
  // If the table has a column with the name of the id, this column is used as the id, because column names must be
  // unique.
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

/** Checks that the dataset has every column that the model needs. Missing values are checked later, row by row. */
function checkColumns(needed: string[], names: string[]) {
  const missing = needed.filter((name) => !names.includes(name))
  const [column] = missing
  if (column === undefined) return
  // A column that the model already reads under its own name is not suggested.
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
  { id, columns, batches }: InputRows,
  { csv, summary }: { csv: CsvLines; summary: Summary },
) {
  const kind = outputKindOf(output)
  const names = [id, ...columns]
  const tells = tellsOutside(inputColumnsOf(input))
  const beside = ['prediction', ...kind.columns, ...(tells ? ['outside'] : [])]
  // The file begins with a byte order mark, because without it spreadsheet programs do not read the file as UTF-8.
  yield `\uFEFF${csv.line([...names, ...namesBeside(names, beside)])}`

  for await (const rows of batches) {
    const predictions = await runtime.predict(file, rows)
    const lines = predictions.map((one) => {
      const outside = summary.add(one).map(({ column }) => column)
      const answer = [one.result, ...kind.cells(one, ...tokensOf(input)), ...(tells ? [outside.join('; ')] : [])]
      return csv.line([...names.map((name) => one.data[name] ?? ''), ...answer])
    })
    yield lines.join('')
  }
}

const tokensOf = (input: ModelInput) => (input.kind === 'tokens' ? [input.column] : [])

/**
 * Reads the prediction from a line of a CSV file with results. The cells are, in this order, the id, the columns of the
 * header and the model's output.
 */
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

/** Returns the number of cells in a line of such a file. */
export function widthOfLines(
  { header, summary }: Pick<InferenceResult, 'header' | 'summary'>,
  output: ModelOutput,
): number {
  return 1 + header.length + 1 + outputKindOf(output).columns.length + (summary?.outside ? 1 : 0)
}
