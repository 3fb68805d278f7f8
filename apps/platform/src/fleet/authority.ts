import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { writeAtomically } from '@tessera/server'
import { openAuthority as openAuthorityIn, type Authority as PlainAuthority } from '@tessera/server/certificates'

/** Where the platform's certificate authority and the fleet's secrets lie. Keys and secrets are mode 0600. */
export type Authority = PlainAuthority & {
  /** What SuperLink and its executor share, so that nobody else can take a run's work. */
  executorSecretFile: string
  /** What Control calls must carry (see superlink.py), so that ServerApps cannot make them. */
  controlSecretFile: string
}

/** Opens the authority under DATA_DIR/authority, making it the first time. It signs node links, nothing else. */
export async function openAuthority(dataDir: string): Promise<Authority> {
  const dir = join(dataDir, 'authority')
  return {
    ...(await openAuthorityIn({ dir, name: 'Tessera federation authority' })),
    executorSecretFile: await ensureSecret(join(dir, 'executor.secret')),
    controlSecretFile: await ensureSecret(join(dir, 'control.secret')),
  }
}

async function ensureSecret(file: string): Promise<string> {
  if (!existsSync(file)) await writeAtomically(file, randomBytes(48).toString('base64url'), 0o600)
  return file
}
