import { randomBytes, randomInt, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto'

/** Some forty milliseconds of one core, off the event loop. */
const COST: ScryptOptions = { N: 2 ** 14, r: 8, p: 1 }
const KEY_BYTES = 32

const derive = (secret: string, salt: Buffer) =>
  new Promise<Buffer>((resolve, reject) => {
    scrypt(secret.normalize('NFKC'), salt, KEY_BYTES, COST, (error, key) => (error ? reject(error) : resolve(key)))
  })

/** What is kept of a PIN or a code. */
export async function hashOf(secret: string): Promise<string> {
  const salt = randomBytes(16)
  return `scrypt:${salt.toString('base64')}:${(await derive(secret, salt)).toString('base64')}`
}

export async function isSecret(typed: string, hash: string): Promise<boolean> {
  const [, salt = '', key = ''] = hash.split(':')
  return timingSafeEqual(await derive(typed, Buffer.from(salt, 'base64')), Buffer.from(key, 'base64'))
}

/** Without letters and digits that are read as one another. */
const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const CODE_LENGTH = 12

/** As it is shown: `ABCD-EFGH-JKLM`. */
export function newCode(): string {
  const letters = Array.from({ length: CODE_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('')
  return letters.replace(/(.{4})(?=.)/g, '$1-')
}

/** As it is hashed: however it was typed. */
export const bareCode = (typed: string) => typed.toUpperCase().replace(/[^A-Z0-9]/g, '')
