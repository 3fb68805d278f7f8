import { createHmac, randomBytes } from 'node:crypto'
import { chmodSync, existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { BadSettings } from '@tessera/server'

/**
 * Path of the pepper. It is stored beside the other keys, but never in the database or in the backup archive of the
 * database.
 */
export const PEPPER_PATH = 'keys/pin-pepper'
export const pepperFile = (dataDir: string) => join(dataDir, PEPPER_PATH)

const BYTES = 32

/**
 * The secret that is mixed into every PIN and code before hashing, so that the database alone does not allow guessing
 * them.
 */
export interface Pepper {
  /** Id of the pepper. It distinguishes peppers without revealing anything about them. */
  id: string
  mix: (secret: string) => Buffer
}

export const newPepper = () => `${randomBytes(BYTES).toString('base64url')}\n`

/**
 * Reads the pepper, or returns undefined if the file does not exist. A file with other content is an error and is never
 * overwritten.
 */
export function readPepper(path: string): Pepper | undefined {
  if (!existsSync(path)) return undefined
  const text = readFileSync(path, 'utf8')
  if (!/^[\w-]{43}\n?$/.test(text)) {
    throw new BadSettings(
      `${path} is no pepper of PINs: it was damaged. Put the copy back that the backup made, or remove the file; then signers with a PIN need a new one: tessera signer reset <user>.`,
    )
  }
  const key = Buffer.from(text.trim(), 'base64url')
  const mix = (secret: string) => createHmac('sha256', key).update(secret).digest()
  return { id: mix('tessera pepper').toString('base64url').slice(0, 16), mix }
}

/**
 * Opens the edge's pepper, and makes its file readable only by the owner. An operator may have restored it as
 * world-readable.
 */
export function openPepper(path: string): Pepper | undefined {
  if (existsSync(path) && (statSync(path).mode & 0o077) !== 0) {
    try {
      chmodSync(path, 0o600)
    } catch (error) {
      throw new BadSettings(
        `${path} can be read by others than the edge, which cannot change that (${(error as NodeJS.ErrnoException).code}). Make it the file of the user the edge runs as, with mode 0600.`,
      )
    }
  }
  return readPepper(path)
}
