import { hash, verify } from '@node-rs/argon2'
import { fail } from '@tessera/contract'
import type { Deps } from '../../lib/deps.ts'

/** argon2id with OWASP's parameters, on the thread pool. */
export const hashPassword = (password: string): Promise<string> =>
  hash(password, { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 })

/** Takes as long for an account that does not exist: the time must not tell. */
export async function verifyPassword(passwordHash: string | undefined, password: string): Promise<boolean> {
  const isRight = await verify(passwordHash || (await decoy()), password)
  return isRight && Boolean(passwordHash)
}

let decoyHash: Promise<string> | undefined
function decoy(): Promise<string> {
  decoyHash ??= hashPassword('nobody has this one')
  return decoyHash
}

/** A password that was encrypted on its way here; anything else is refused. */
export async function decryptPassword({ keys }: Pick<Deps, 'keys'>, encrypted: string): Promise<string> {
  return (await keys.encryption()).decrypt(encrypted) ?? fail('account.decrypt-failed')
}

/** Older clients and scripts send the name plain. */
export async function decryptUsername({ keys }: Pick<Deps, 'keys'>, username: string): Promise<string> {
  return (await keys.encryption()).decrypt(username) ?? username
}
