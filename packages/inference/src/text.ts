import { fail } from '@tessera/contract'

const decoder = new TextDecoder()
const MAX_NAME = 1_000

export const textOf = (bytes: Uint8Array | undefined): string => decoder.decode(bytes)

/** Returns a name, shortened so that it is quick to read and display. */
export function nameOf(bytes: Uint8Array | undefined): string {
  if (bytes && bytes.length > MAX_NAME) fail('model.refused-size', { part: 'name', limit: MAX_NAME })
  return textOf(bytes)
}
