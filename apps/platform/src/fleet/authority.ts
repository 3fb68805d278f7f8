import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { writeAtomically } from '@tessera/server'
import {
  openAuthority as openAuthorityIn,
  type Authority as PlainAuthority,
  ranOutOn,
} from '@tessera/server/certificates'

/** The certificate authority of the platform's fleet, and the fleet's secrets. Key and secret files have mode 0600. */
export type Authority = PlainAuthority & {
  /** File with the secret that the SuperLink and its executor share, so that no other process can take a run's work. */
  executorSecretFile: string
  /**
   * File with the secret that calls of Flower's Control API must contain (see superlink.py), so that ServerApps cannot
   * make such calls.
   */
  controlSecretFile: string
}

/** Base names of the files of certificates that the authority signs. */
export const FRONT_DOOR = 'front-door'
export const SUPERLINK = 'superlink'

const folderOf = (dataDir: string) => join(dataDir, 'authority')

/**
 * Opens the certificate authority under DATA_DIR/authority, and creates it the first time. It signs certificates only
 * for connections of the fleet's nodes.
 */
export async function openAuthority(dataDir: string): Promise<Authority> {
  const dir = folderOf(dataDir)
  return {
    ...(await openAuthorityIn({ dir, name: 'Tessera federation authority' })),
    executorSecretFile: await ensureSecret(join(dir, 'executor.secret')),
    controlSecretFile: await ensureSecret(join(dir, 'control.secret')),
  }
}

/** Returns when the first of the certificates that the federation needs expired; undefined while all are valid. */
export async function federationRanOutOn(dataDir: string, now: Date): Promise<Date | undefined> {
  const files = ['ca', FRONT_DOOR, SUPERLINK].map((name) => join(folderOf(dataDir), `${name}.pem`))
  const times = (await Promise.all(files.map((file) => ranOutOn(file, now)))).filter((time) => time !== undefined)
  return times.length > 0 ? new Date(Math.min(...times.map(Number))) : undefined
}

async function ensureSecret(file: string): Promise<string> {
  if (!existsSync(file)) await writeAtomically(file, randomBytes(48).toString('base64url'), 0o600)
  return file
}
