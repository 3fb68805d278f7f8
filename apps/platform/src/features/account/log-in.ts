import { fail } from '@tessera/contract'
import { eq } from 'drizzle-orm'
import { record } from '../../lib/audit.ts'
import { MINUTE_MS } from '../../lib/clock.ts'
import type { Deps } from '../../lib/deps.ts'
import { limitAddress } from '../../lib/limits.ts'
import { redeemCaptcha } from './captcha.ts'
import { findBrowser, markBrowser } from './known-browser.ts'
import { claimAccount, claimTry, forgetTry } from './lockout.ts'
import { decryptPassword, decryptUsername, verifyPassword } from './passwords.ts'
import { findUserByName, nameKeyOf, presentUser } from './queries.ts'
import { startSession } from './sessions.ts'
import { users } from './table.ts'

const TRIES_A_MINUTE = 60
/** Maximum length of a name, phone or address. */
const NAME_MAX = 254

export interface Credentials {
  username: string
  password: string
  captcha: string
  captchaKey: string
  /** Signed marks that this browser holds, each of a user who has logged in with it. */
  knownBrowsers?: string[] | undefined
}

/** Logs a user in. The answer and its duration are the same for a wrong name and a wrong password. */
export async function logIn(deps: Deps, credentials: Credentials, address: string) {
  await limitAddress(deps, 'login', address, TRIES_A_MINUTE, MINUTE_MS)
  const captcha = { key: credentials.captchaKey, answer: credentials.captcha }
  if (!(await redeemCaptcha(deps, address, captcha))) fail('account.captcha-wrong')

  const name = nameKeyOf(await decryptUsername(deps, credentials.username)).slice(0, NAME_MAX)
  const password = await decryptPassword(deps, credentials.password)
  const user = await findUserByName(deps.db, name)
  const browserId = user && (await findBrowser(deps, user, credentials.knownBrowsers ?? []))
  const where = browserId === undefined ? { name, address } : { browserId }
  await claimTry(deps, where)
  // If the name has no account, count the name and check a decoy password, so that the duration does not reveal it.
  const mayCheck = 'browserId' in where || (await claimAccount(deps, user?.id ?? name, where.address))
  const isRight = await verifyPassword(mayCheck ? user?.passwordHash : undefined, password, address)
  if (!user || !isRight) {
    deps.log.warn({ address }, 'a log-in failed')
    return fail('account.login-failed')
  }

  await forgetTry(deps, user, where)
  if (user.lockedTime) fail('account.suspended')
  const { token } = await deps.db.transaction(async (tx) => {
    // During this check, the password may have been changed, which ended every session.
    const [now] = await tx.select().from(users).where(eq(users.id, user.id)).for('share')
    if (now?.passwordHash !== user.passwordHash || now.lockedTime) fail('account.login-failed')
    const started = await startSession(tx, user.id, deps.clock.now())
    await record(tx, 'account.logged-in', { userId: user.id, sessionId: started.sessionId })
    return started
  })
  return { token, user: presentUser(user), knownBrowser: await markBrowser(deps, user, browserId) }
}
