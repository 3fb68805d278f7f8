import { fail } from '@tessera/contract'
import { record } from '../../lib/audit.ts'
import { MINUTE_MS } from '../../lib/clock.ts'
import type { Deps } from '../../lib/deps.ts'
import { limitAddress } from '../../lib/limits.ts'
import { useCaptcha } from './captcha.ts'
import { checkNotLocked, countFailure, forgetFailures } from './lockout.ts'
import { decryptPassword, decryptUsername, verifyPassword } from './passwords.ts'
import { findUserByName, presentUser } from './queries.ts'
import { startSession } from './sessions.ts'

const TRIES_A_MINUTE = 60

export interface Credentials {
  username: string
  password: string
  captcha: string
  captchaKey: string
}

/** Says the same, and takes as long, whether the name or the password is wrong. */
export async function logIn(deps: Deps, credentials: Credentials, address: string) {
  await limitAddress(deps, 'login', address, TRIES_A_MINUTE, MINUTE_MS)
  const captcha = { key: credentials.captchaKey, answer: credentials.captcha }
  if (!(await useCaptcha(deps, address, captcha))) fail('account.captcha-wrong')

  const name = (await decryptUsername(deps, credentials.username)).trim().toLowerCase()
  const password = await decryptPassword(deps, credentials.password)
  const user = await findUserByName(deps.db, name)
  // One count for an account, whichever of its names is tried.
  const tried = { name: user?.id ?? name, address }
  await checkNotLocked(deps, tried)
  if (!(await verifyPassword(user?.passwordHash, password)) || !user) {
    await countFailure(deps, tried)
    deps.log.warn({ address }, 'a log-in failed')
    return fail('account.login-failed')
  }

  await forgetFailures(deps, user.id)
  const token = await deps.db.transaction(async (tx) => {
    const started = await startSession(tx, user.id, deps.clock.now())
    await record(tx, 'account.logged-in', { userId: user.id })
    return started
  })
  return { token, user: presentUser(user) }
}
