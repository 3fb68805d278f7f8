import { createHash, createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { EnrolAnswer } from '@tessera/contract'
import { z } from 'zod'
import { type Db, get, put } from '../../db/open.ts'
import { platformKeysPath } from '../../lib/decision-log.ts'
import { writePrivately } from '../../lib/files.ts'

/** Who this edge is, from its enrolment. */
const Identity = z.object({ ...EnrolAnswer.shape, platformUrl: z.string(), codeHash: z.string() })
export type Identity = z.infer<typeof Identity>

export const keyPaths = (dataDir: string) => ({
  /** Ed25519: signs the tokens of the link and countersigns the platform's log. */
  link: join(dataDir, 'keys', 'link.pem'),
  /** EC P-384: the SuperNode's. */
  node: join(dataDir, 'keys', 'supernode.pem'),
  fleetAuthority: join(dataDir, 'keys', 'fleet-authority.pem'),
})

export function findIdentity(db: Db): Identity | undefined {
  const row = get(db, "select value from facts where key = 'identity'")
  return row ? Identity.parse(JSON.parse(String(row.value))) : undefined
}

export async function saveIdentity(db: Db, dataDir: string, identity: Identity) {
  put(db, 'facts', { key: 'identity', value: JSON.stringify(identity) })
  await writePrivately(keyPaths(dataDir).fleetAuthority, identity.fleetAuthority)
  await keepPlatformKeys(dataDir, identity.keys.keys)
}

/** Old keys stay beside new ones: the log must be verifiable years from now, without anybody's help. */
async function keepPlatformKeys(dataDir: string, keys: Identity['keys']['keys']) {
  const path = platformKeysPath(dataDir)
  const kept: Identity['keys']['keys'] = existsSync(path) ? JSON.parse(await readFile(path, 'utf8')).keys : []
  const known = new Set(kept.map((key) => JSON.stringify(key)))
  const added = keys.filter((key) => !known.has(JSON.stringify(key)))
  if (added.length) await writePrivately(path, JSON.stringify({ keys: [...kept, ...added] }, null, 2))
}

export const hashCode = (code: string) => createHash('sha256').update(code.trim()).digest('hex')

/** This edge's own keys, made the first time; they never leave this machine. */
export async function openKeys(dataDir: string): Promise<{ link: KeyObject; node: KeyObject }> {
  const paths = keyPaths(dataDir)
  return {
    link: await openKey(paths.link, () => generateKeyPairSync('ed25519').privateKey),
    node: await openKey(paths.node, () => generateKeyPairSync('ec', { namedCurve: 'P-384' }).privateKey),
  }
}

async function openKey(path: string, make: () => KeyObject): Promise<KeyObject> {
  if (!existsSync(path)) await writePrivately(path, make().export({ type: 'pkcs8', format: 'pem' }))
  return createPrivateKey(await readFile(path))
}
