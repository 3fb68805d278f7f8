import { fail } from '@tessera/contract'

const decoder = new TextDecoder()
const MOST_NAME = 1_000

export const textOf = (bytes: Uint8Array | undefined): string => decoder.decode(bytes)

/** A longer one would only cost whoever reads or shows it. */
export function nameOf(bytes: Uint8Array | undefined): string {
  if (bytes && bytes.length > MOST_NAME) fail('model.refused-size', { part: 'name', limit: MOST_NAME })
  return textOf(bytes)
}
