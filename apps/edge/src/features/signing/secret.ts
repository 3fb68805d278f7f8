import { randomBytes, randomInt, scrypt, timingSafeEqual } from 'node:crypto'
import { oneAtATime, writeAtomically } from '@tessera/server'
import { newPepper, openPepper, type Pepper, pepperFile } from './pepper.ts'

/** What trying out one secret takes: 128 × N × r bytes of memory, p times. */
export interface Cost {
  N: number
  r: number
  p: number
}

/** 128 MiB and some four tenths of a second of one core, off the event loop. */
const STRONG: Cost = { N: 2 ** 17, r: 8, p: 1 }
/** Of hashes from before there was a pepper: `scrypt:salt:key`. */
const OLD: Cost = { N: 2 ** 14, r: 8, p: 1 }
const KEY_BYTES = 32

/** However many sign at once, the memory of one is taken. */
const alone = oneAtATime()

interface Kept {
  cost: Cost
  /** Null in a hash of before. */
  pepperId: string | null
  salt: Buffer
  key: Buffer
}

/** How PINs and one-time codes of an edge are kept: `scrypt:N:r:p:pepper id:salt:key`. */
export class Secrets {
  readonly #path: string
  readonly #cost: Cost
  #pepper: Pepper | undefined

  constructor(dataDir: string, cost: Cost = STRONG) {
    this.#path = pepperFile(dataDir)
    this.#cost = cost
    this.#pepper = openPepper(this.#path)
  }

  /** What is kept of a PIN or a code. */
  hashOf(secret: string): Promise<string> {
    return alone(async () => {
      const pepper = await this.#neededPepper()
      const salt = randomBytes(16)
      const { N, r, p } = this.#cost
      const key = await derive(pepper.mix(plain(secret)), salt, this.#cost)
      return ['scrypt', N, r, p, pepper.id, salt.toString('base64'), key.toString('base64')].join(':')
    })
  }

  isRight(typed: string, hash: string): Promise<boolean> {
    const { cost, pepperId, salt, key } = parse(hash)
    if (pepperId !== null && pepperId !== this.#pepper?.id) return Promise.resolve(false)
    const secret = pepperId === null ? plain(typed) : (this.#pepper as Pepper).mix(plain(typed))
    return alone(async () => timingSafeEqual(await derive(secret, salt, cost), key))
  }

  /** Whether nothing can be compared with this hash any more: its pepper is gone, or another is in its place. */
  isLost(hash: string): boolean {
    const { pepperId } = parse(hash)
    return pepperId !== null && pepperId !== this.#pepper?.id
  }

  async #neededPepper(): Promise<Pepper> {
    if (!this.#pepper) {
      await writeAtomically(this.#path, newPepper())
      this.#pepper = openPepper(this.#path)
    }
    return this.#pepper as Pepper
  }
}

export const pepperIdOf = (hash: string) => parse(hash).pepperId

/** Kept before PINs had six characters and a pepper. Of what length its PIN is nobody sees. */
export const isOfBefore = (hash: string) => parse(hash).pepperId === null

function parse(hash: string): Kept {
  const [, ...parts] = hash.split(':')
  const [key = '', salt = '', pepperId = null, p, r, N] = parts.toReversed()
  const cost = pepperId === null ? OLD : { N: Number(N), r: Number(r), p: Number(p) }
  return { cost, pepperId, salt: Buffer.from(salt, 'base64'), key: Buffer.from(key, 'base64') }
}

/** However a keyboard composes its letters. */
const plain = (secret: string) => secret.normalize('NFKC')

const derive = (secret: string | Buffer, salt: Buffer, { N, r, p }: Cost) =>
  new Promise<Buffer>((resolve, reject) => {
    // OpenSSL takes a little more than the table itself.
    const options = { N, r, p, maxmem: 128 * r * (N + p + 64) }
    scrypt(secret, salt, KEY_BYTES, options, (error, key) => (error ? reject(error) : resolve(key)))
  })

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
