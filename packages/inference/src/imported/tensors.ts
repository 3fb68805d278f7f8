import { type FileTensor, fail } from '@tessera/contract'
import { DIM, SHAPE, TENSOR_TYPE, TYPE, VALUE } from '../onnx-fields.ts'
import { type ProtobufReader, unreadable } from '../protobuf.ts'
import { nameOf } from '../text.ts'
import { ELEMENT } from '../write-onnx.ts'

/** Element types to which a column of doubles can be converted, and whether they are whole numbers. */
const NUMBERS: Record<number, { isWhole: boolean }> = {
  [ELEMENT.float]: { isWhole: false },
  [ELEMENT.int32]: { isWhole: true },
  [ELEMENT.int64]: { isWhole: true },
  [ELEMENT.float16]: { isWhole: false },
  [ELEMENT.double]: { isWhole: false },
}
const MAX_DIMENSIONS = 16

/** An input or output, with the facts from which its columns can be derived. */
export interface Tensor extends FileTensor {
  /** The element type, by its number in onnx.proto. */
  element: number
  /** Whether the tensor contains whole numbers only, which cannot represent a missing value. */
  isWhole: boolean
  /** Whether a row is a single value instead of a list with one value. */
  isFlat: boolean
}

/** Reads an input or output. Fails with the reason if it is not a table with one row per sample. */
export function tensorOf(reader: ProtobufReader, piece: Uint8Array): Tensor {
  const { name: nameBytes, type } = reader.read('input', piece, VALUE)
  const name = nameOf(nameBytes)
  const { tensor } = reader.read('type', type ?? new Uint8Array(), TYPE)
  if (!tensor) fail('model.import-type', { name })
  const { element: number, shape } = reader.read('type', tensor, TENSOR_TYPE)
  const element = Number(number ?? 0n)
  const known = NUMBERS[element]
  if (!known && element !== ELEMENT.text) fail('model.import-type', { name })
  const dims = shape && dimsOf(reader, shape)
  const wide = dims?.slice(1) ?? [null]
  if (dims?.length === 0 || wide.length > 1) fail('model.import-shape', { name, shape: shapeText(dims ?? []) })
  if (typeof dims?.[0] === 'number') fail('model.import-fixed-rows', { name, rows: dims[0] })
  return {
    name,
    element,
    isWhole: known?.isWhole ?? false,
    isFlat: wide.length === 0,
    kind: known ? 'number' : 'text',
    width: wide.length === 0 ? 1 : (wide[0] ?? null),
  }
}

/** Returns the dimensions of a shape. A dimension that the file does not fix is null. */
function dimsOf(reader: ProtobufReader, shape: Uint8Array): (number | null)[] {
  const { dims } = reader.read('shape', shape, SHAPE)
  if (dims.count > MAX_DIMENSIONS) throw unreadable('a shape has too many dimensions')
  return [...dims].map((piece) => {
    const value = Number(reader.read('dimension', piece, DIM).value ?? 0n)
    return value > 0 ? value : null
  })
}

const shapeText = (dims: (number | null)[]) => `[${dims.map((dim) => dim ?? '*').join(', ')}]`
