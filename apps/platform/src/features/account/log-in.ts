import { fail } from '@tessera/contract'
import { eq } from 'drizzle-orm'
import { record } from '../../lib/audit.ts'
import { MINUTE_MS } from '../../lib/clock.ts'
import type { Deps } from '../../lib/deps.ts'
import { limitAddress } from '../../lib/limits.ts'
import { redeemCaptcha } from './captcha.ts'
import { claimAccount, claimTry, forgetFailures } from './lockout.ts'
import { decryptPassword, decryptUsername, verifyPassword } from './passwords.ts'
import { findUserByName, presentUser } from './queries.ts'
import { startSession } from './sessions.ts'
import { users } from './table.ts'

const TRIES_A_MINUTE = 60
/** No name, phone or address is longer. */
const NAME_MAX = 254

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
  if (!(await redeemCaptcha(deps, address, captcha))) fail('account.captcha-wrong')

  const name = (await decryptUsername(deps, credentials.username)).trim().toLowerCase().slice(0, NAME_MAX)
  const password = await decryptPassword(deps, credentials.password)
  await claimTry(deps, { name, address })
  const user = await findUserByName(deps.db, name)
  // Without an account the same is done for a name in its place, and a password of nobody's is checked: the time must not tell.
  const mayCheck = await claimAccount(deps, user?.id ?? name)
  const isRight = await verifyPassword(mayCheck ? user?.passwordHash : undefined, password, address)
  if (!user || !isRight) {
    deps.log.warn({ address }, 'a log-in failed')
    return fail('account.login-failed')
  }

  await forgetFailures(deps, user, address)
  if (user.lockedTime) fail('account.suspended')
  const { token } = await deps.db.transaction(async (tx) => {
    // The check waited its turn: meanwhile the password may have been changed, which ended every session.
    const [now] = await tx.select().from(users).where(eq(users.id, user.id)).for('share')
    if (now?.passwordHash !== user.passwordHash || now.lockedTime) fail('account.login-failed')
    const started = await startSession(tx, user.id, deps.clock.now())
    await record(tx, 'account.logged-in', { userId: user.id, sessionId: started.sessionId })
    return started
  })
  return { token, user: presentUser(user) }
}
