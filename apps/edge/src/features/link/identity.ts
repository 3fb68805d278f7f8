import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type Identity, WireIdentity } from '@tessera/contract/wire'
import { writeAtomically } from '@tessera/server'
import { type Db, get, put } from '../../db/open.ts'
import { platformKeysPath } from '../../lib/decision-log.ts'

export const keyPaths = (dataDir: string) => ({
  /** Ed25519 key: signs the tokens of the link and countersigns the platform's log. */
  link: join(dataDir, 'keys', 'link.pem'),
  /** EC P-384 key of the SuperNode. */
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

/** Stores old keys beside new ones, so that the log stays verifiable for years without outside help. */
async function storePlatformKeys(dataDir: string, keys: Identity['keys']['keys']) {
  const path = platformKeysPath(dataDir)
  const stored: Identity['keys']['keys'] = existsSync(path) ? JSON.parse(await readFile(path, 'utf8')).keys : []
  const known = new Set(stored.map((key) => JSON.stringify(key)))
  const added = keys.filter((key) => !known.has(JSON.stringify(key)))
  if (added.length) await writeAtomically(path, JSON.stringify({ keys: [...stored, ...added] }, null, 2))
}

export const hashCode = (code: string) => createHash('sha256').update(code.trim()).digest('hex')

/** Opens this edge's own keys, and creates them the first time. They never leave this machine. */
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
 * Opens the keys for joining again with this code. They are new, because the platform never accepts a revoked or
 * replaced key again.
 * The keys are on disk before the request is sent, so that a retry after a crash or a lost response uses the same keys.
 */
export async function openNextKeys(dataDir: string, codeHash: string): Promise<Keys> {
  const paths = nextPaths(dataDir, codeHash)
  return { link: await openKey(paths.link, makeKeys.link), node: await openKey(paths.node, makeKeys.node) }
}

export async function storeNextKeys(dataDir: string, codeHash: string) {
  const [paths, next] = [keyPaths(dataDir), nextPaths(dataDir, codeHash)]
  // Copy the key instead of renaming it: a start after a crash in between finds both keys again.
  await writeAtomically(paths.link, await readFile(next.link))
  await writeAtomically(paths.node, await readFile(next.node))
}

/** Deletes the pending keys once the identity contains the new code, including those of refused codes. */
export async function dropNextKeys(dataDir: string) {
  const folder = dirname(keyPaths(dataDir).link)
  const left = (await readdir(folder)).filter((name) => name.endsWith('.next'))
  await Promise.all(left.map((name) => rm(join(folder, name))))
}

const pemOf = (key: KeyObject) => key.export({ type: 'pkcs8', format: 'pem' })

export const publicPem = (key: KeyObject) => createPublicKey(key).export({ type: 'spki', format: 'pem' }) as string

/** Fingerprint as the platform shows it to the party's administrators. */
export const fingerprint = (key: KeyObject) => createHash('sha256').update(publicPem(key)).digest('hex')

async function openKey(path: string, make: () => KeyObject): Promise<KeyObject> {
  if (!existsSync(path)) await writeAtomically(path, pemOf(make()))
  return createPrivateKey(await readFile(path))
}
