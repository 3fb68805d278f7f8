import { fail } from '@tessera/contract'
import { SPARSE_TENSOR, TENSOR } from './onnx-fields.ts'
import { type Pieces, type ProtobufReader, unreadable } from './protobuf.ts'
import { nameOf } from './text.ts'

const MOST_DIMENSIONS = 16
/** Elements of a tensor that tells a shape; longer ones are no shapes. */
export const MOST_SHAPE = 64
const TEXT = 8

/** Bytes of an element by its type's number in onnx.proto, and the field it stands in when it is not raw. */
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
const INT32 = 6
const INT64 = 7

export interface CheckedTensor {
  name: string
  /** Its numbers where it may tell a shape: few whole ones. */
  shape?: number[]
}

/** Every element must stand in the file itself, and as many as the dimensions say. */
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
  if (size > MOST_SHAPE || (type !== INT32 && type !== INT64)) return { name }
  return {
    name,
    shape:
      field === 'rawData'
        ? rawIntegers(tensor.rawData, type)
        : tensor[known?.field ?? 'int64Data'].integers().map(Number),
  }
}

/** None that models here have is sparse; what such a tensor blows up to stands nowhere in the file. */
export function refuseSparse(reader: ProtobufReader, bytes: Uint8Array): never {
  const { values, indices } = reader.read('sparse tensor', bytes, SPARSE_TENSOR)
  for (const part of [values, indices]) if (part) checkTensor(reader, part)
  fail('model.refused-part', { part: 'sparse tensor' })
}

function sizeOf(dims: Pieces, name: string): number {
  if (dims.countIntegers() > MOST_DIMENSIONS) {
    fail('model.refused-size', { part: 'dimensions', limit: MOST_DIMENSIONS })
  }
  const size = dims.integers().reduce((product, dim) => {
    if (dim < 0n) throw unreadable(`a dimension of ${name} is negative`)
    return product * dim
  }, 1n)
  // One that is larger than any file cannot be right either.
  return size > BigInt(Number.MAX_SAFE_INTEGER) ? Number.POSITIVE_INFINITY : Number(size)
}

function rawIntegers(raw: Uint8Array | undefined, type: number): number[] {
  const view = new DataView(raw?.buffer ?? new ArrayBuffer(0), raw?.byteOffset, raw?.byteLength)
  const step = type === INT64 ? 8 : 4
  return Array.from({ length: view.byteLength / step }, (_, index) =>
    type === INT64 ? Number(view.getBigInt64(index * step, true)) : view.getInt32(index * step, true),
  )
}
