import { fieldsOf } from './protobuf.ts'

/** A part of a message. The parts are concatenated after all of them are known. */
type Part = Uint8Array
const encoder = new TextEncoder()

/** Concatenates the fields of a message. */
export const message = (...parts: Part[]): Uint8Array => {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

export const integerField = (number: number, value: number | bigint): Part =>
  message(varint(number * 8), varint(BigInt(value)))

export const bytesField = (number: number, content: Uint8Array | string): Part => {
  const bytes = typeof content === 'string' ? encoder.encode(content) : content
  return message(varint(number * 8 + 2), varint(bytes.length), bytes)
}

/** Returns a message in which the texts in the fields with these numbers are changed. */
export function withTexts(content: Uint8Array, numbers: number[], change: (text: string) => string): Uint8Array {
  const decoder = new TextDecoder()
  const parts = [...fieldsOf(content)].map(({ number, from, start, end }) =>
    numbers.includes(number)
      ? bytesField(number, change(decoder.decode(content.subarray(start, end))))
      : content.subarray(from, end),
  )
  return message(...parts)
}

function varint(value: number | bigint): Part {
  const bytes: number[] = []
  let left = BigInt.asUintN(64, BigInt(value))
  do {
    const low = Number(left & 127n)
    left >>= 7n
    bytes.push(left > 0n ? low | 128 : low)
  } while (left > 0n)
  return Uint8Array.from(bytes)
}
