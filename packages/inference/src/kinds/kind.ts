import type { ModelInput, TableRow } from '@tessera/contract'
import type { Frame } from '../frames.ts'
import type { ModelRequest } from '../model-messages.ts'

/** The inputs of a model's graph for a batch of rows: their names, and their numbers as binary parts. */
export interface EncodedRows {
  inputs: Extract<ModelRequest, { kind: 'run' }>['inputs']
  parts: Frame['parts']
}

/** The functions that differ between kinds of data. */
export interface InferenceKind<Input extends ModelInput = ModelInput> {
  /** Names of the columns that are shown beside each prediction of a form. */
  header: (input: Input) => string[]
  /** Names of the inputs that the graph must have. */
  names: (input: Input) => string[]
  /** If true, all rows are sent together, because each row may affect the predictions of others. */
  isWhole?: true
  /** Number of values per row, by which the size of a batch is limited. */
  width: (input: Input) => number
  /** Encodes rows. Fails with the name of a value that is missing or cannot be read. */
  encode: (input: Input, rows: TableRow[]) => EncodedRows | Promise<EncodedRows>
  /** Returns the part of a row that is shown beside its prediction. Without this function, the whole row is shown. */
  shown?: (input: Input, row: TableRow) => TableRow
}
