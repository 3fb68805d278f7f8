import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { fail } from '@tessera/contract'
import { sha256 } from '@tessera/server'
import type { Deps } from '../../lib/deps.ts'
import { FairQueue } from '../../lib/fair-queue.ts'
import { NONCE_MS } from '../../lib/keys.ts'
import { countTry } from '../../lib/limits.ts'

type SealDeps = Pick<Deps, 'keys' | 'db' | 'clock'>

/** Size of Node's thread pool, which also reads files. Password hashing leaves some of these threads free. */
const POOL_THREADS = Number(process.env.UV_THREADPOOL_SIZE) || 4
const THREADS_FOR_OTHERS = 2

/**
 * One queue per process, because the process has one thread pool. One core and some threads stay free for other
 * requests.
 */
const queue = new FairQueue({
  atOnce: Math.max(1, Math.min(availableParallelism() - 1, POOL_THREADS - THREADS_FOR_OTHERS)),
  mostWaiting: 256,
  mostWaitingOfOne: 64,
})

/**
 * Hashes a password with argon2id and OWASP's parameters, on the thread pool. Many requests of one address or account
 * delay only each other.
 */
export const hashPassword = (password: string, who = ''): Promise<string> =>
  queue.run(who, () => hash(password, { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 }))

/**
 * Checks a password. For a missing account, the check takes as long as for an existing one, so that the duration does
 * not reveal it.
 */
export async function verifyPassword(passwordHash: string | undefined, password: string, who = ''): Promise<boolean> {
  const against = passwordHash || (await decoy())
  const isRight = await queue.run(who, () => verify(against, password))
  return isRight && Boolean(passwordHash)
}

let decoyHash: Promise<string> | undefined
function decoy(): Promise<string> {
  decoyHash ??= hashPassword('nobody has this one').catch((error) => {
    decoyHash = undefined
    throw error
  })
  return decoyHash
}

/** Decrypts a password that a client encrypted for a single use. Refuses any other text. */
export async function decryptPassword(deps: SealDeps, encrypted: string): Promise<string> {
  const password = (await deps.keys.encryption()).decrypt(encrypted, deps.clock.now())
  if (password === undefined) fail('account.decrypt-failed')
  const times = await countTry(deps, `sealed:${sha256(Buffer.from(encrypted, 'base64'))}`, NONCE_MS)
  return times === 1 ? password : fail('account.decrypt-failed')
}

/** Decrypts the user name. An unencrypted name, as older clients and scripts send it, is returned unchanged. */
export async function decryptUsername({ keys, clock }: SealDeps, username: string): Promise<string> {
  return (await keys.encryption()).decrypt(username, clock.now()) ?? username
}
