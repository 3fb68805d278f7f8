import { randomBytes, randomInt, scrypt, timingSafeEqual } from 'node:crypto'
import { oneAtATime, writeAtomically } from '@tessera/server'
import { newPepper, openPepper, type Pepper, pepperFile } from './pepper.ts'

/** Cost of one scrypt hash: 128 × N × r bytes of memory, p times. */
export interface Cost {
  N: number
  r: number
  p: number
}

/** The hash cost of PINs: 128 MiB and about 0.4 seconds on one core, outside the event loop. */
const STRONG: Cost = { N: 2 ** 17, r: 8, p: 1 }
const KEY_BYTES = 32

/** Hashes run one at a time, so that concurrent requests need no more memory than a single one. */
const alone = oneAtATime()

interface ParsedHash {
  cost: Cost
  pepperId: string
  salt: Buffer
  key: Buffer
}

/** Hashes and verifies the PINs and one-time codes of an edge. Format: `scrypt:N:r:p:pepper id:salt:key`. */
export class Secrets {
  readonly #path: string
  readonly #cost: Cost
  #pepper: Pepper | undefined

  constructor(dataDir: string, cost: Cost = STRONG) {
    this.#path = pepperFile(dataDir)
    this.#cost = cost
    this.#pepper = openPepper(this.#path)
  }

  /** Returns the hash to store for a PIN or code. */
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
    if (pepperId !== this.#pepper?.id) return Promise.resolve(false)
    const secret = this.#pepper.mix(plain(typed))
    return alone(async () => timingSafeEqual(await derive(secret, salt, cost), key))
  }

  /** Returns whether a hash can no longer be verified, because its pepper is missing or was replaced. */
  isLost(hash: string): boolean {
    return pepperIdOf(hash) !== this.#pepper?.id
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

function parse(hash: string): ParsedHash {
  const [, N, r, p, pepperId = '', salt = '', key = ''] = hash.split(':')
  return {
    cost: { N: Number(N), r: Number(r), p: Number(p) },
    pepperId,
    salt: Buffer.from(salt, 'base64'),
    key: Buffer.from(key, 'base64'),
  }
}

/** Normalises a secret, because keyboards encode the same letters differently. */
const plain = (secret: string) => secret.normalize('NFKC')

const derive = (secret: string | Buffer, salt: Buffer, { N, r, p }: Cost) =>
  new Promise<Buffer>((resolve, reject) => {
    // OpenSSL needs slightly more memory than the scrypt table itself.
    const options = { N, r, p, maxmem: 128 * r * (N + p + 64) }
    scrypt(secret, salt, KEY_BYTES, options, (error, key) => (error ? reject(error) : resolve(key)))
  })

/** Letters and digits that codes consist of. Characters that are easily confused are left out. */
const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const CODE_LENGTH = 12

/** Returns a new code in the format in which it is displayed: `ABCD-EFGH-JKLM`. */
export function newCode(): string {
  const letters = Array.from({ length: CODE_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('')
  return letters.replace(/(.{4})(?=.)/g, '$1-')
}

/** Returns a typed code in the form that is hashed: upper case, without separators. */
export const bareCode = (typed: string) => typed.toUpperCase().replace(/[^A-Z0-9]/g, '')
