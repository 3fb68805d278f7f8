import { createHmac, randomBytes } from 'node:crypto'
import { chmodSync, existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { BadSettings } from '@tessera/server'

/** Beside the other keys, never in the books nor in the archive that holds them. */
export const PEPPER_PATH = 'keys/pin-pepper'
export const pepperFile = (dataDir: string) => join(dataDir, PEPPER_PATH)

const BYTES = 32

/** What every PIN and code is mixed with before it is hashed, so that the books alone tell nothing of them. */
export interface Pepper {
  /** Tells one pepper from another, and nothing about either. */
  id: string
  mix: (secret: string) => Buffer
}

export const newPepper = () => `${randomBytes(BYTES).toString('base64url')}\n`

/** Undefined where there is no such file; one that holds something else is told, never written over. */
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

/** The edge's own, which may have been put back by hand as everybody's to read. */
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
