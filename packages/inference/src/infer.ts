import {
  CsvLines,
  type InferenceResult,
  type ModelInput,
  type ModelOutput,
  type Prediction,
  type TableRow,
} from '@tessera/contract'
import { kindOf } from './kinds/index.ts'
import { outputKindOf } from './outputs.ts'
import { namesBeside } from './result-columns.ts'
import type { InferenceRuntime, ModelFile } from './runtime.ts'

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
  { file, input }: Pick<KnownModel, 'file' | 'input'>,
  rows: TableRow[],
): Promise<InferenceResult> {
  const predictions = await runtime.predict(file, rows)
  return {
    type: 'tabular',
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
  const score: Score = { rows: 0, labelled: 0, right: 0 }
  const csv = new CsvLines()
  return {
    lines: predictedLines(runtime, model, asked, { csv, score }),
    result: (resultPath: string): InferenceResult => ({
      type: 'tabularCollection',
      header: asked.columns,
      predictions: [],
      resultPath,
      rowCount: score.rows,
      accuracy: score.labelled ? score.right / score.labelled : null,
      harmlessCells: csv.harmless,
    }),
  }
}

async function* predictedLines(
  runtime: InferenceRuntime,
  { file, output }: KnownModel,
  { id, columns, batches }: AskedRows,
  { csv, score }: { csv: CsvLines; score: Score },
) {
  const kind = outputKindOf(output)
  const names = [id, ...columns]
  // Programs for tables take a file without this mark for something other than UTF-8.
  yield `\uFEFF${csv.line([...names, ...namesBeside(names, ['prediction', ...kind.columns])])}`

  for await (const rows of batches) {
    const predictions = await runtime.predict(file, rows)
    for (const prediction of predictions) count(score, prediction, output)
    yield predictions
      .map((one) => csv.line([...names.map((name) => one.data[name] ?? ''), one.result, ...kind.cells(one)]))
      .join('')
  }
}

interface Score {
  rows: number
  labelled: number
  right: number
}

/** A class is right or wrong; what else is predicted is nearer or further. */
function count(score: Score, { data, result }: Prediction, { kind, label }: ModelOutput) {
  score.rows += 1
  const truth = kind === 'classes' && Object.hasOwn(data, label) ? data[label] : null
  if (truth === undefined || truth === null) return
  score.labelled += 1
  if (String(truth) === result) score.right += 1
}
