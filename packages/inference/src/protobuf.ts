import { AppError } from '@tessera/contract'

const VARINT = 0
const FIXED64 = 1
const DELIMITED = 2
const FIXED32 = 5

/**
 * The type of a field. Plural types may be repeated, and their numbers may be packed. A singular field may occur at
 * most once. If it occurs twice, the file is refused, because readers differ in which of the two they use.
 */
type Kind = 'integer' | 'float' | 'bytes' | 'integers' | 'floats' | 'doubles' | 'messages'

/** The fields of a message by number: the name that our code uses, and the type. */
export type Fields = Record<number, readonly [name: string, kind: Kind]>

type Value<K extends Kind> = K extends 'integer'
  ? bigint | undefined
  : K extends 'float' | 'bytes'
    ? Uint8Array | undefined
    : Pieces
type Read<F extends Fields> = { [Field in F[keyof F & number] as Field[0]]: Value<Field[1]> }

/** Maximum number of fields in a file. It limits the time and memory needed for reading, whatever the file declares. */
const MAX_FIELDS = 2_000_000

export const unreadable = (detail: string) => new AppError('model.refused-unreadable', { detail })

/** The content of a repeated field, stored as positions in the file that are sliced when needed. */
export class Pieces {
  readonly #message: Uint8Array
  readonly #places: number[] = []

  constructor(message: Uint8Array) {
    this.#message = message
  }

  add(start: number, end: number) {
    this.#places.push(start, end)
  }

  get count(): number {
    return this.#places.length / 2
  }

  get byteLength(): number {
    let sum = 0
    for (let at = 0; at < this.#places.length; at += 2) sum += this.#end(at) - this.#start(at)
    return sum
  }

  *[Symbol.iterator](): Generator<Uint8Array> {
    for (let at = 0; at < this.#places.length; at += 2) yield this.#message.subarray(this.#start(at), this.#end(at))
  }

  /**
   * Returns the number of integers. Only the last byte of each integer is below 128, so the function counts such bytes.
   */
  countIntegers(): number {
    let count = 0
    for (const piece of this) {
      // The loop uses an index, because a piece can have 250 MB.
      for (let at = 0; at < piece.length; at += 1) if ((piece[at] as number) < 128) count += 1
      if ((piece.at(-1) ?? 0) >= 128) throw unreadable('an integer is cut short')
    }
    return count
  }

  integers(): bigint[] {
    const values: bigint[] = []
    for (const piece of this) {
      for (let at = 0; at < piece.length; ) {
        const { value, next } = readVarint(piece, at, piece.length)
        values.push(BigInt.asIntN(64, value))
        at = next
      }
    }
    return values
  }

  #start(at: number): number {
    return this.#places[at] as number
  }

  #end(at: number): number {
    return this.#places[at + 1] as number
  }
}

/** The content of a field that the message does not contain, as is the case for most fields. */
const NONE = new Pieces(new Uint8Array())

/** A field in the file. Its number begins at `from`, and its content is between `start` and `end`. */
interface Field {
  number: number
  wire: number
  from: number
  start: number
  end: number
  value?: bigint
}

export function* fieldsOf(message: Uint8Array): Generator<Field> {
  for (let from = 0; from < message.length; ) {
    const tag = readVarint(message, from, message.length)
    const wire = Number(tag.value & 7n)
    const extent = extentOf(message, tag.next, wire)
    yield { number: Number(tag.value >> 3n), wire, from, ...extent }
    from = extent.end
  }
}

/**
 * Reads protocol buffers strictly. It refuses fields that are not listed, fields in another wire format, and repeated
 * singular fields, because other readers could find content there that was never checked.
 */
export class ProtobufReader {
  #left = MAX_FIELDS

  read<const F extends Fields>(what: string, message: Uint8Array, fields: F): Read<F> {
    const read: Record<string, unknown> = {}
    for (const [name, kind] of Object.values(fields)) read[name] = isPlural(kind) ? NONE : undefined
    for (const { number, wire, start, end, value } of fieldsOf(message)) {
      if (--this.#left < 0) throw new AppError('model.refused-size', { part: 'fields', limit: MAX_FIELDS })
      const [name, kind] = fields[number] ?? []
      if (name === undefined || kind === undefined) {
        throw new AppError('model.refused-part', { part: `${what}, field ${number}` })
      }
      if (!fits(kind, wire)) throw unreadable(`${what}: ${name} has another form`)
      if (isPlural(kind)) {
        if (read[name] === NONE) read[name] = new Pieces(message)
        ;(read[name] as Pieces).add(start, end)
      } else if (read[name] !== undefined) throw unreadable(`${what}: ${name} occurs twice`)
      else read[name] = kind === 'integer' ? value : message.subarray(start, end)
    }
    return read as Read<F>
  }
}

const isPlural = (kind: Kind) => kind.endsWith('s') && kind !== 'bytes'

const WIRES: Record<Kind, number[]> = {
  integer: [VARINT],
  float: [FIXED32],
  bytes: [DELIMITED],
  integers: [VARINT, DELIMITED],
  floats: [FIXED32, DELIMITED],
  doubles: [FIXED64, DELIMITED],
  messages: [DELIMITED],
}
const fits = (kind: Kind, wire: number) => WIRES[kind].includes(wire)

function extentOf(message: Uint8Array, at: number, wire: number): { start: number; end: number; value?: bigint } {
  if (wire === VARINT) {
    const { value, next } = readVarint(message, at, message.length)
    return { start: at, end: next, value: BigInt.asIntN(64, value) }
  }
  const length = wire === DELIMITED ? readVarint(message, at, message.length) : { value: sizeOf(wire), next: at }
  // Lengths are compared as BigInt, because every possible length fits into that type.
  if (length.value > BigInt(message.length - length.next)) throw unreadable('it is cut short')
  return { start: length.next, end: length.next + Number(length.value) }
}

function sizeOf(wire: number): bigint {
  if (wire === FIXED64) return 8n
  if (wire === FIXED32) return 4n
  throw unreadable('it is no protocol buffer')
}

function readVarint(bytes: Uint8Array, start: number, end: number): { value: bigint; next: number } {
  // Nearly all integers are short, so BigInt is avoided for them.
  let low = 0
  let at = start
  for (let shift = 0; shift < 28; shift += 7) {
    if (at >= end) throw unreadable('it is cut short')
    const byte = bytes[at++] as number
    low |= (byte & 127) << shift
    if (byte < 128) return { value: BigInt(low), next: at }
  }
  let value = BigInt(low)
  for (let shift = 28n; shift < 70n; shift += 7n) {
    if (at >= end) throw unreadable('it is cut short')
    const byte = bytes[at++] as number
    value |= BigInt(byte & 127) << shift
    if (byte < 128) {
      if (value >= 1n << 64n) break
      return { value, next: at }
    }
  }
  throw unreadable('a number has more than 64 bits')
}
