import { fail } from '@tessera/contract'
import {
  ChangePassword,
  CheckUnique,
  DeleteAccount,
  GetCaptcha,
  GetPublicKey,
  Login,
  Logout,
  Register,
  ResetPassword,
  SendCode,
  SendFeedback,
  VerifyCode,
} from '@tessera/contract/wire'
import type { FastifyInstance } from 'fastify'
import { record } from '../../lib/audit.ts'
import { MINUTE_MS } from '../../lib/clock.ts'
import type { Deps } from '../../lib/deps.ts'
import { serve } from '../../lib/http.ts'
import { limitAddress } from '../../lib/limits.ts'
import { type Background, openBackground } from './background.ts'
import { drawCaptcha } from './captcha.ts'
import { changePassword, resetPassword } from './change-password.ts'
import { checkCode, dropCode, issueCode } from './codes.ts'
import { deleteAccount, type ForgetPerson } from './delete-account.ts'
import { type CodeMessage, deliverCode } from './deliver-code.ts'
import { markDemoAccount } from './demo-accounts.ts'
import { storeFeedback } from './feedback.ts'
import { logIn } from './log-in.ts'
import { readContact } from './policy.ts'
import { findUserByContact } from './queries.ts'
import { checkFree, register } from './register.ts'
import { endSessions } from './sessions.ts'

const CAPTCHAS_A_MINUTE = 60

export function accountRoutes(app: FastifyInstance, deps: Deps & { forgetPerson: ForgetPerson }) {
  const inBackground = openBackground(app)
  serve(app, GetPublicKey, async () => {
    const { keyId, spki, nonce } = await deps.keys.encryption()
    return { keyId, spki, nonce: nonce(deps.clock.now()) }
  })
  serve(app, GetCaptcha, async ({ key }, _nobody, { request }) => {
    await limitAddress(deps, 'captcha', request.ip, CAPTCHAS_A_MINUTE, MINUTE_MS)
    if (!/^\d{1,6}$/.test(key)) fail('request.malformed', { detail: 'key' })
    return drawCaptcha(deps, request.ip, key)
  })
  serve(app, Login, async (input, _nobody, { request }) => {
    const entered = await logIn(deps, input, request.ip)
    await markDemoAccount(deps, request, entered.user.id)
    return entered
  })
  serve(app, Logout, async (_nothing, actor) => {
    await deps.db.transaction(async (tx) => {
      await endSessions({ db: tx, bus: deps.bus }, { sessionId: actor.sessionId })
      await record(tx, 'account.logged-out', { userId: actor.userId })
    })
    return null
  })
  codeRoutes(app, deps, inBackground)

  serve(app, Register, async (input, _nobody, { request }) => {
    const registered = await register(deps, input, request.ip)
    await markDemoAccount(deps, request, registered.user.id)
    return registered
  })
  serve(app, CheckUnique, async (input, _nobody, { request }) => {
    await checkFree(deps, input, request.ip)
    return null
  })
  for (const endpoint of [ResetPassword, { ...ResetPassword, method: 'GET', carrier: 'query' } as const]) {
    serve(app, endpoint, async (input) => {
      await resetPassword(deps, input)
      return null
    })
  }
  serve(app, ChangePassword, async (input, actor) => {
    await changePassword(deps, actor, input)
    return null
  })
  serve(app, DeleteAccount, async ({ password }, actor) => {
    await deleteAccount(deps, deps.forgetPerson, actor, password)
    return null
  })
  serve(app, SendFeedback, async (input, actor) => {
    await storeFeedback(deps, inBackground, actor, input)
    return null
  })
}

function codeRoutes(app: FastifyInstance, deps: Deps, inBackground: Background) {
  serve(app, SendCode, async ({ purpose, ...contact }, _nobody, { request, language }) => {
    if (purpose === 'login') fail('feature.later')
    const { kind, receiver } = readContact(contact)
    if (purpose === 'register') await checkFree(deps, { [kind]: receiver }, request.ip)
    const code = await issueCode(deps, receiver, purpose, request.ip)
    const message: CodeMessage = { to: receiver, channel: kind, kind: purpose, code, language }
    if (purpose === 'reset') {
      // The answer and its duration do not depend on whether the account exists. Only the account's owner receives the
      // code.
      const user = await findUserByContact(deps.db, receiver)
      if (user) inBackground(() => deliverCode(deps, message))
      return null
    }
    try {
      await deliverCode(deps, message)
    } catch (error) {
      await dropCode(deps.db, receiver, purpose)
      throw error
    }
    return null
  })

  serve(app, VerifyCode, async ({ code, ...contact }) => {
    const { receiver } = readContact(contact)
    // Look up the account only after the code is correct, so that before then neither answer nor duration reveals
    // whether it exists.
    const purpose = await checkCode(deps, receiver, ['register', 'reset'], code)
    if (purpose === 'register') return { username: '' }
    const user = (await findUserByContact(deps.db, receiver)) ?? fail('account.code-wrong')
    if (user.lockedTime) fail('account.suspended')
    return { username: user.username }
  })
}
