import type { ModelInput, TableRow } from '@tessera/contract'
import type { Frame } from '../frames.ts'
import type { ModelRequest } from '../model-messages.ts'

/** Inputs of the graph for a batch of rows: their names, and the numbers in parts. */
export interface EncodedRows {
  inputs: Extract<ModelRequest, { kind: 'run' }>['inputs']
  parts: Frame['parts']
}

/** Functions that differ by kind of data. */
export interface InferenceKind<Input extends ModelInput = ModelInput> {
  /** Names of the columns that an answer by form shows beside each result. */
  header: (input: Input) => string[]
  /** Names of the inputs that the graph must have. */
  names: (input: Input) => string[]
  /** All rows go in together, because each may affect the answer of any other. */
  isWhole?: true
  /** Number of values per row, which limits the size of a batch. */
  width: (input: Input) => number
  /** Encodes rows. Fails with the name of a value that is missing or cannot be read. */
  encode: (input: Input, rows: TableRow[]) => EncodedRows | Promise<EncodedRows>
  /** Returns the part of a row that is shown beside its answer. If absent, the whole row is shown. */
  shown?: (input: Input, row: TableRow) => TableRow
}
