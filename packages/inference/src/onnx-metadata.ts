/** Fields of ONNX's ModelProto and StringStringEntryProto, by their numbers in onnx.proto. */
const METADATA_PROPS = 14
const KEY = 1
const VALUE = 2

const LENGTH_DELIMITED = 2

/**
 * The `metadata_props` of an ONNX file. onnxruntime-node does not tell them, and they are all of the protobuf that we
 * need, so only the outermost fields are read; the graph itself is skipped.
 */
export function readOnnxMetadata(file: Uint8Array): Map<string, string> {
  const metadata = new Map<string, string>()
  for (const [field, bytes] of fieldsOf(file)) {
    if (field !== METADATA_PROPS) continue
    const entry = new Map(fieldsOf(bytes))
    metadata.set(textOf(entry.get(KEY)), textOf(entry.get(VALUE)))
  }
  return metadata
}

const textOf = (bytes: Uint8Array | undefined) => new TextDecoder().decode(bytes)

/** Length-delimited fields of a protobuf message, in order; numbers are skipped. */
function* fieldsOf(message: Uint8Array): Generator<[number, Uint8Array]> {
  let at = 0
  while (at < message.length) {
    const tag = readVarint(message, at)
    at = tag.next
    const wireType = tag.value % 8
    if (wireType === LENGTH_DELIMITED) {
      const length = readVarint(message, at)
      const end = length.next + length.value
      if (end > message.length) throw new Error('not an ONNX file: cut short')
      yield [Math.floor(tag.value / 8), message.subarray(length.next, end)]
      at = end
    } else if (wireType === 0) at = readVarint(message, at).next
    else if (wireType === 1) at += 8
    else if (wireType === 5) at += 4
    else throw new Error('not an ONNX file')
  }
}

function readVarint(bytes: Uint8Array, start: number): { value: number; next: number } {
  let value = 0
  let at = start
  for (let scale = 1; ; scale *= 128) {
    const byte = bytes[at++]
    if (byte === undefined || at - start > 10) throw new Error('not an ONNX file')
    value += (byte & 127) * scale
    if (byte < 128) return { value, next: at }
  }
}
