import { fail } from '@tessera/contract'
import {
  ChangePassword,
  CheckUnique,
  GetCaptcha,
  GetPermissions,
  GetPublicKey,
  GetRole,
  Login,
  Logout,
  Register,
  ResetPassword,
  SendCode,
  VerifyCode,
} from '@tessera/contract/wire'
import type { FastifyInstance } from 'fastify'
import { record } from '../../lib/audit.ts'
import { HOUR_MS, MINUTE_MS } from '../../lib/clock.ts'
import type { Deps } from '../../lib/deps.ts'
import { serve } from '../../lib/http.ts'
import { limitAddress } from '../../lib/limits.ts'
import { drawCaptcha } from './captcha.ts'
import { changePassword, resetPassword } from './change-password.ts'
import { checkCode, dropCode, issueCode } from './codes.ts'
import { deliverCode } from './deliver-code.ts'
import { logIn } from './log-in.ts'
import { permissionsOf, readContact } from './policy.ts'
import { findUserByContact } from './queries.ts'
import { checkFree, register } from './register.ts'
import { endSessions } from './sessions.ts'

const CAPTCHAS_A_MINUTE = 60
const CHECKS_AN_HOUR = 60

export function accountRoutes(app: FastifyInstance, deps: Deps) {
  serve(app, GetPublicKey, async () => {
    const { keyId, spki } = await deps.keys.encryption()
    return { keyId, spki }
  })
  serve(app, GetCaptcha, async ({ key }, _nobody, { request }) => {
    await limitAddress(deps, 'captcha', request.ip, CAPTCHAS_A_MINUTE, MINUTE_MS)
    if (!/^\d{1,6}$/.test(key)) fail('request.malformed', { detail: 'key' })
    return drawCaptcha(deps, request.ip, key)
  })
  serve(app, Login, (input, _nobody, { request }) => logIn(deps, input, request.ip))
  serve(app, Logout, async (_nothing, actor) => {
    await deps.db.transaction(async (tx) => {
      await endSessions({ db: tx, bus: deps.bus }, { sessionId: actor.sessionId })
      await record(tx, 'account.logged-out', { userId: actor.userId })
    })
    return null
  })
  codeRoutes(app, deps)

  serve(app, Register, (input) => register(deps, input))
  serve(app, CheckUnique, async (input, _nobody, { request }) => {
    // It tells whether an account exists, so it must not be asked without end.
    await limitAddress(deps, 'unique', request.ip, CHECKS_AN_HOUR, HOUR_MS)
    await checkFree(deps, input)
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
  serve(app, GetRole, (_nothing, { role, orgCode }) => ({ role, orgCode: orgCode || null }))
  serve(app, GetPermissions, (_nothing, actor) => permissionsOf(actor))
}

function codeRoutes(app: FastifyInstance, deps: Deps) {
  serve(app, SendCode, async ({ purpose, ...contact }, _nobody, { request, language }) => {
    if (purpose === 'login') fail('feature.later')
    const { kind, receiver } = readContact(contact)
    if (purpose === 'register') {
      // It tells whether an account exists, too.
      await limitAddress(deps, 'unique', request.ip, CHECKS_AN_HOUR, HOUR_MS)
      await checkFree(deps, { [kind]: receiver })
    }
    const code = await issueCode(deps, receiver, purpose, request.ip)
    // Resetting answers alike whether the account exists or not; only its owner hears more.
    if (purpose === 'reset' && !(await findUserByContact(deps.db, receiver))) return null
    try {
      await deliverCode(deps, { to: receiver, channel: kind, kind: purpose, code, language })
    } catch (error) {
      await dropCode(deps.db, receiver, purpose)
      throw error
    }
    return null
  })

  serve(app, VerifyCode, async ({ code, ...contact }) => {
    const { receiver } = readContact(contact)
    const user = await findUserByContact(deps.db, receiver)
    await checkCode(deps, receiver, user ? 'reset' : 'register', code)
    return { username: user?.username ?? '' }
  })
}
