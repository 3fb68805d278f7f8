import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type Identity, WireIdentity } from '@tessera/contract/wire'
import { writeAtomically } from '@tessera/server'
import { type Db, get, put } from '../../db/open.ts'
import { platformKeysPath } from '../../lib/decision-log.ts'

export const keyPaths = (dataDir: string) => ({
  /** Ed25519 key that signs the tokens of the connection to the platform and countersigns the platform's log. */
  link: join(dataDir, 'keys', 'link.pem'),
  /** EC P-384 key of the Flower SuperNode. */
  node: join(dataDir, 'keys', 'supernode.pem'),
  fleetAuthority: join(dataDir, 'keys', 'fleet-authority.pem'),
})

export function findIdentity(db: Db): Identity | undefined {
  const row = get(db, "select value from facts where key = 'identity'")
  return row ? WireIdentity.parse(JSON.parse(String(row.value))) : undefined
}

export async function saveIdentity(db: Db, dataDir: string, identity: Identity) {
  put(db, 'facts', { key: 'identity', value: JSON.stringify(WireIdentity.encode(identity)) })
  await writeAtomically(keyPaths(dataDir).fleetAuthority, identity.fleetAuthority)
  await storePlatformKeys(dataDir, identity.keys.keys)
}

/** Stores the platform's new keys beside its old ones, so that old log entries can be verified without outside help. */
async function storePlatformKeys(dataDir: string, keys: Identity['keys']['keys']) {
  const path = platformKeysPath(dataDir)
  const stored: Identity['keys']['keys'] = existsSync(path) ? JSON.parse(await readFile(path, 'utf8')).keys : []
  const known = new Set(stored.map((key) => JSON.stringify(key)))
  const added = keys.filter((key) => !known.has(JSON.stringify(key)))
  if (added.length) await writeAtomically(path, JSON.stringify({ keys: [...stored, ...added] }, null, 2))
}

export const hashCode = (code: string) => createHash('sha256').update(code.trim()).digest('hex')

/** Opens this edge's keys, or creates them at the first start. The private keys never leave this machine. */
export async function openKeys(dataDir: string): Promise<{ link: KeyObject; node: KeyObject }> {
  const paths = keyPaths(dataDir)
  return {
    link: await openKey(paths.link, makeKeys.link),
    node: await openKey(paths.node, makeKeys.node),
  }
}

type Keys = Awaited<ReturnType<typeof openKeys>>

const makeKeys = {
  link: () => generateKeyPairSync('ed25519').privateKey,
  node: () => generateKeyPairSync('ec', { namedCurve: 'P-384' }).privateKey,
}

const nextPaths = (dataDir: string, codeHash: string) => {
  const { link, node } = keyPaths(dataDir)
  const ending = `${codeHash.slice(0, 16)}.next`
  return { link: `${link}.${ending}`, node: `${node}.${ending}` }
}

/**
 * Opens the keys with which the edge joins again with this code. They are new, because the platform never accepts a
 * revoked or replaced key. The keys are written to disk before the request is sent, so that a retry after a crash or a
 * lost response uses the same keys.
 */
export async function openNextKeys(dataDir: string, codeHash: string): Promise<Keys> {
  const paths = nextPaths(dataDir, codeHash)
  return { link: await openKey(paths.link, makeKeys.link), node: await openKey(paths.node, makeKeys.node) }
}

export async function storeNextKeys(dataDir: string, codeHash: string) {
  const [paths, next] = [keyPaths(dataDir), nextPaths(dataDir, codeHash)]
  // The key is copied, not renamed: after a crash at this point, the next start still finds both keys.
  await writeAtomically(paths.link, await readFile(next.link))
  await writeAtomically(paths.node, await readFile(next.node))
}

/** Deletes the keys of all pending codes, including refused ones, after the identity contains the new code. */
export async function dropNextKeys(dataDir: string) {
  const folder = dirname(keyPaths(dataDir).link)
  const left = (await readdir(folder)).filter((name) => name.endsWith('.next'))
  await Promise.all(left.map((name) => rm(join(folder, name))))
}

const pemOf = (key: KeyObject) => key.export({ type: 'pkcs8', format: 'pem' })

export const publicPem = (key: KeyObject) => createPublicKey(key).export({ type: 'spki', format: 'pem' }) as string

/** Returns the fingerprint of a key in the form in which the platform shows it to the party's administrators. */
export const fingerprint = (key: KeyObject) => createHash('sha256').update(publicPem(key)).digest('hex')

async function openKey(path: string, make: () => KeyObject): Promise<KeyObject> {
  if (!existsSync(path)) await writeAtomically(path, pemOf(make()))
  return createPrivateKey(await readFile(path))
}
