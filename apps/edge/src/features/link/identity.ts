import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { EnrolAnswer } from '@tessera/contract'
import { writeAtomically } from '@tessera/server'
import { z } from 'zod'
import { type Db, get, put } from '../../db/open.ts'
import { platformKeysPath } from '../../lib/decision-log.ts'

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
  await writeAtomically(keyPaths(dataDir).fleetAuthority, identity.fleetAuthority)
  await keepPlatformKeys(dataDir, identity.keys.keys)
}

/** Old keys stay beside new ones: the log must be verifiable years from now, without anybody's help. */
async function keepPlatformKeys(dataDir: string, keys: Identity['keys']['keys']) {
  const path = platformKeysPath(dataDir)
  const kept: Identity['keys']['keys'] = existsSync(path) ? JSON.parse(await readFile(path, 'utf8')).keys : []
  const known = new Set(kept.map((key) => JSON.stringify(key)))
  const added = keys.filter((key) => !known.has(JSON.stringify(key)))
  if (added.length) await writeAtomically(path, JSON.stringify({ keys: [...kept, ...added] }, null, 2))
}

export const hashCode = (code: string) => createHash('sha256').update(code.trim()).digest('hex')

/** This edge's own keys, made the first time; they never leave this machine. */
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
 * The keys for joining anew with this code: one that was revoked or replaced is never taken again. They are on disk before
 * the platform is asked, so that after a crash or a lost answer the same keys ask again.
 */
export async function openNextKeys(dataDir: string, codeHash: string): Promise<Keys> {
  const paths = nextPaths(dataDir, codeHash)
  return { link: await openKey(paths.link, makeKeys.link), node: await openKey(paths.node, makeKeys.node) }
}

export async function keepNextKeys(dataDir: string, codeHash: string) {
  const [paths, next] = [keyPaths(dataDir), nextPaths(dataDir, codeHash)]
  // Copied, not renamed: a start after a crash in between finds both again.
  await writeAtomically(paths.link, await readFile(next.link))
  await writeAtomically(paths.node, await readFile(next.node))
}

/** Once the identity names the new code, the keys are not asked for again; those of refused codes go along. */
export async function dropNextKeys(dataDir: string) {
  const folder = dirname(keyPaths(dataDir).link)
  const left = (await readdir(folder)).filter((name) => name.endsWith('.next'))
  await Promise.all(left.map((name) => rm(join(folder, name))))
}

const pemOf = (key: KeyObject) => key.export({ type: 'pkcs8', format: 'pem' })

export const publicPem = (key: KeyObject) => createPublicKey(key).export({ type: 'spki', format: 'pem' }) as string

/** As the platform shows it to the party's administrators. */
export const fingerprint = (key: KeyObject) => createHash('sha256').update(publicPem(key)).digest('hex')

async function openKey(path: string, make: () => KeyObject): Promise<KeyObject> {
  if (!existsSync(path)) await writeAtomically(path, pemOf(make()))
  return createPrivateKey(await readFile(path))
}
