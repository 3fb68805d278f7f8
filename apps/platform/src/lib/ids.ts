import { randomBytes, randomInt } from 'node:crypto'

/** Returns a UUID of version 7. It cannot be guessed, and sorts by creation time. */
export function newId(): string {
  const bytes = randomBytes(16)
  bytes.writeUIntBE(Date.now(), 0, 6)
  bytes[6] = ((bytes[6] as number) & 0x0f) | 0x70
  bytes[8] = ((bytes[8] as number) & 0x3f) | 0x80
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** Returns a text of random digits. The first digit may be 0. */
export const newDigits = (length: number): string => Array.from({ length }, () => String(randomInt(10))).join('')

/** Returns a random seed, which determines a run's random numbers and reveals nothing else. */
export const newSeed = (): string => randomBytes(16).toString('hex')

export const newSecret = (): string => randomBytes(32).toString('base64url')
