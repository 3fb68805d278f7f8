import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { writeAtomically } from '@tessera/server'
import {
  openAuthority as openAuthorityIn,
  type Authority as PlainAuthority,
  ranOutOn,
} from '@tessera/server/certificates'

/** Where the platform's certificate authority and the fleet's secrets lie. Keys and secrets are mode 0600. */
export type Authority = PlainAuthority & {
  /** What SuperLink and its executor share, so that nobody else can take a run's work. */
  executorSecretFile: string
  /** What Control calls must carry (see superlink.py), so that ServerApps cannot make them. */
  controlSecretFile: string
}

/** Whose certificates the authority signs, by the names of their files. */
export const FRONT_DOOR = 'front-door'
export const SUPERLINK = 'superlink'

const folderOf = (dataDir: string) => join(dataDir, 'authority')

/** Opens the authority under DATA_DIR/authority, making it the first time. It signs node links, nothing else. */
export async function openAuthority(dataDir: string): Promise<Authority> {
  const dir = folderOf(dataDir)
  return {
    ...(await openAuthorityIn({ dir, name: 'Tessera federation authority' })),
    executorSecretFile: await ensureSecret(join(dir, 'executor.secret')),
    controlSecretFile: await ensureSecret(join(dir, 'control.secret')),
  }
}

/** When the first certificate that the federation needs ran out; undefined while all hold. */
export async function federationRanOutOn(dataDir: string, now: Date): Promise<Date | undefined> {
  const files = ['ca', FRONT_DOOR, SUPERLINK].map((name) => join(folderOf(dataDir), `${name}.pem`))
  const times = (await Promise.all(files.map((file) => ranOutOn(file, now)))).filter((time) => time !== undefined)
  return times.length > 0 ? new Date(Math.min(...times.map(Number))) : undefined
}

async function ensureSecret(file: string): Promise<string> {
  if (!existsSync(file)) await writeAtomically(file, randomBytes(48).toString('base64url'), 0o600)
  return file
}
