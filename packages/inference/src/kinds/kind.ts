import type { ModelInput, TableRow } from '@tessera/contract'
import type { Frame } from '../frames.ts'
import type { ModelRequest } from '../model-messages.ts'

/** What goes into the graph for a batch of rows: names of inputs, and the numbers in parts. */
export interface EncodedRows {
  inputs: Extract<ModelRequest, { kind: 'run' }>['inputs']
  parts: Frame['parts']
}

/** What differs by kind of data. */
export interface InferenceKind<Input extends ModelInput = ModelInput> {
  /** What an answer by form shows beside each result. */
  header: (input: Input) => string[]
  /** Names that the graph must have as inputs. */
  names: (input: Input) => string[]
  /** All rows go in at once, as each may say something of any other. */
  isWhole?: true
  /** Values that one row puts in, by which batches are bounded. */
  width: (input: Input) => number
  /** Fails with what is missing or cannot be read. */
  encode: (input: Input, rows: TableRow[]) => EncodedRows | Promise<EncodedRows>
  /** What of a row stands beside its answer; all of it where this is absent. */
  shown?: (input: Input, row: TableRow) => TableRow
}
