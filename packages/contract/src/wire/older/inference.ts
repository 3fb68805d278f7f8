import type { InputColumn } from '../../kinds/table.ts'
import { columnNamesOf, type ModelInput } from '../../model.ts'
import type { Extra } from '../codec.ts'

/** Adds the columns of the rows that a model takes, or the size of its pictures, as JSON. */
export const inputHeader: Extra = { write: ({ inputs }) => ({ header: headerOf(inputs) }) }

function headerOf(inputs: unknown): string {
  if (Array.isArray(inputs)) return JSON.stringify((inputs as InputColumn[]).map(({ column }) => column))
  const input = inputs as ModelInput
  if (input.kind === 'pictures') return JSON.stringify([{ header_item: [input.side, input.side] }])
  return JSON.stringify(columnNamesOf(input))
}

/** Writes the result of a dataset as a single line with the path of its file. */
export const resultPathAsLine: Extra = {
  write: ({ resultPath }) =>
    resultPath ? { flInferenceInfoVoList: [{ data: '{}', result: resultPath, probabilities: {} }] } : {},
  read: (body) => (body.resultPath ? { ...body, flInferenceInfoVoList: [] } : body),
}
