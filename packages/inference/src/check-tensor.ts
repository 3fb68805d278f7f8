import { fail } from '@tessera/contract'
import { SPARSE_TENSOR, TENSOR } from './onnx-fields.ts'
import { type Pieces, type ProtobufReader, unreadable } from './protobuf.ts'
import { type Constant, MAX_SHAPE, UNBOUNDED } from './sizes.ts'
import { nameOf } from './text.ts'

const MAX_DIMENSIONS = 16
const [FLOAT, TEXT, HALF, DOUBLE, BRAIN] = [1, 8, 10, 11, 16]

/**
 * For each element type, by its number in onnx.proto: the bytes per element, and the field that contains elements that
 * are not stored as raw bytes.
 */
const TYPES: Record<
  number,
  { bytes: number; field: 'floatData' | 'int32Data' | 'int64Data' | 'doubleData' | 'uint64Data' }
> = {
  1: { bytes: 4, field: 'floatData' },
  2: { bytes: 1, field: 'int32Data' },
  3: { bytes: 1, field: 'int32Data' },
  4: { bytes: 2, field: 'int32Data' },
  5: { bytes: 2, field: 'int32Data' },
  6: { bytes: 4, field: 'int32Data' },
  7: { bytes: 8, field: 'int64Data' },
  9: { bytes: 1, field: 'int32Data' },
  10: { bytes: 2, field: 'int32Data' },
  11: { bytes: 8, field: 'doubleData' },
  12: { bytes: 4, field: 'uint64Data' },
  13: { bytes: 8, field: 'uint64Data' },
  16: { bytes: 2, field: 'int32Data' },
}
export interface CheckedTensor {
  name: string
  constant: Constant
}

/**
 * Checks that a tensor stores every element in the file itself, and that the number of elements matches the dimensions.
 */
export function checkTensor(reader: ProtobufReader, bytes: Uint8Array): CheckedTensor {
  const tensor = reader.read('tensor', bytes, TENSOR)
  const name = nameOf(tensor.name)
  if (tensor.externalData.count > 0 || (tensor.location ?? 0n) !== 0n) fail('model.refused-external-data', { name })
  const type = Number(tensor.type ?? 0n)
  const size = sizeOf(tensor.dims, name)
  const held = {
    floatData: tensor.floatData.byteLength / 4,
    int32Data: tensor.int32Data.countIntegers(),
    textData: tensor.textData.count,
    int64Data: tensor.int64Data.countIntegers(),
    doubleData: tensor.doubleData.byteLength / 8,
    uint64Data: tensor.uint64Data.countIntegers(),
    rawData: tensor.rawData?.length ?? 0,
  }
  const known = TYPES[type]
  if (type !== TEXT && !known) fail('model.refused-part', { part: `tensor of type ${type}` })
  const field = type === TEXT ? 'textData' : held.rawData > 0 ? 'rawData' : (known?.field ?? 'rawData')
  const expected = field === 'rawData' ? size * (known?.bytes ?? 1) : size
  const rest = Object.entries(held).filter(([other, count]) => other !== field && count !== 0)
  if (held[field] !== expected || rest.length > 0) throw unreadable(`the size of ${name} and its data differ`)
  const dims = tensor.dims.integers().map(Number)
  // A shape has few numbers, so only a short list can be a shape or become one.
  if (size > MAX_SHAPE || type === TEXT) return { name, constant: { numbers: UNBOUNDED, dims } }
  const numbers =
    field === 'rawData' ? rawNumbers(tensor.rawData, type) : storedNumbers(tensor[known?.field ?? 'int64Data'], type)
  return { name, constant: { numbers, dims } }
}

export const singlesOf = (floats: Iterable<Uint8Array>) => [...floats].flatMap((piece) => rawNumbers(piece, FLOAT))

/** Refuses sparse tensors. No supported model has one, and the file does not limit the size to which it expands. */
export function refuseSparse(reader: ProtobufReader, bytes: Uint8Array): never {
  const { values, indices } = reader.read('sparse tensor', bytes, SPARSE_TENSOR)
  for (const part of [values, indices]) if (part) checkTensor(reader, part)
  fail('model.refused-part', { part: 'sparse tensor' })
}

function sizeOf(dims: Pieces, name: string): number {
  if (dims.countIntegers() > MAX_DIMENSIONS) {
    fail('model.refused-size', { part: 'dimensions', limit: MAX_DIMENSIONS })
  }
  const size = dims.integers().reduce((product, dim) => {
    if (dim < 0n) throw unreadable(`a dimension of ${name} is negative`)
    return product * dim
  }, 1n)
  // A size larger than any file is invalid in any case.
  return size > BigInt(Number.MAX_SAFE_INTEGER) ? Number.POSITIVE_INFINITY : Number(size)
}

/** Returns numbers that are not stored as raw bytes. Half-precision numbers are stored as their bits. */
function storedNumbers(data: Pieces, type: number): number[] {
  if (type === FLOAT || type === DOUBLE) return [...data].flatMap((piece) => rawNumbers(piece, type))
  const numbers = data.integers().map(Number)
  if (type !== HALF && type !== BRAIN) return numbers
  return numbers.flatMap((bits) => rawNumbers(new Uint8Array(new Uint16Array([bits]).buffer), type))
}

const READ: Record<number, (view: DataView, at: number) => number | bigint> = {
  [FLOAT]: (view, at) => view.getFloat32(at, true),
  2: (view, at) => view.getUint8(at),
  3: (view, at) => view.getInt8(at),
  4: (view, at) => view.getUint16(at, true),
  5: (view, at) => view.getInt16(at, true),
  6: (view, at) => view.getInt32(at, true),
  7: (view, at) => view.getBigInt64(at, true),
  9: (view, at) => view.getUint8(at),
  [HALF]: (view, at) => view.getFloat16(at, true),
  [DOUBLE]: (view, at) => view.getFloat64(at, true),
  12: (view, at) => view.getUint32(at, true),
  13: (view, at) => view.getBigUint64(at, true),
  [BRAIN]: (view, at) => new Float32Array(new Uint32Array([view.getUint16(at, true) << 16]).buffer)[0] ?? 0,
}

function rawNumbers(raw: Uint8Array | undefined, type: number): number[] {
  const view = new DataView(raw?.buffer ?? new ArrayBuffer(0), raw?.byteOffset, raw?.byteLength)
  const step = TYPES[type]?.bytes ?? 1
  return Array.from({ length: view.byteLength / step }, (_, index) => Number(READ[type]?.(view, index * step) ?? 0))
}
