import { type FileTensor, fail } from '@tessera/contract'
import { DIM, SHAPE, TENSOR_TYPE, TYPE, VALUE } from '../onnx-fields.ts'
import { type ProtobufReader, unreadable } from '../protobuf.ts'
import { nameOf } from '../text.ts'
import { ELEMENT } from '../write-onnx.ts'

/** Those that a column's double precision can be made into, and whether they are whole numbers. */
const NUMBERS: Record<number, { isWhole: boolean }> = {
  [ELEMENT.float]: { isWhole: false },
  [ELEMENT.int32]: { isWhole: true },
  [ELEMENT.int64]: { isWhole: true },
  [ELEMENT.float16]: { isWhole: false },
  [ELEMENT.double]: { isWhole: false },
}
const MOST_DIMENSIONS = 16

/** An input or output, as far as columns can be told from it. */
export interface Tensor extends FileTensor {
  /** Its number in onnx.proto. */
  element: number
  /** Whether it has whole numbers only, none of which can say that there is no value. */
  isWhole: boolean
  /** A row is one value, and not a list of one. */
  isFlat: boolean
}

/** Fails with what keeps it from being read as a table, a row each. */
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
    ...{ name, element, isWhole: known?.isWhole ?? false, isFlat: wide.length === 0 },
    kind: known ? 'number' : 'text',
    width: wide.length === 0 ? 1 : (wide[0] ?? null),
  }
}

/** Null of one that the file leaves open. */
function dimsOf(reader: ProtobufReader, shape: Uint8Array): (number | null)[] {
  const { dims } = reader.read('shape', shape, SHAPE)
  if (dims.count > MOST_DIMENSIONS) throw unreadable('a shape has too many dimensions')
  return [...dims].map((piece) => {
    const value = Number(reader.read('dimension', piece, DIM).value ?? 0n)
    return value > 0 ? value : null
  })
}

const shapeText = (dims: (number | null)[]) => `[${dims.map((dim) => dim ?? '*').join(', ')}]`
