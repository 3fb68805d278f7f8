import {
  ChangePassword,
  CheckUnique,
  GetCaptcha,
  GetPublicKey,
  GetRole,
  ListMyParties,
  Login,
  Register,
  ResetPassword,
  SendCode,
} from '@tessera/contract/wire'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { expect, test, vi } from 'vitest'
import { listPlatformLog } from '../../lib/audit.ts'
import { MINUTE_MS } from '../../lib/clock.ts'
import {
  drawCaptcha,
  encrypt,
  lastCode,
  logIn,
  newAddress,
  PASSWORD,
  registered,
  sealUnder,
  userWith,
} from '../../testing/account.ts'
import { call, describeOnOne, uniqueName } from '../../testing/index.ts'
import { captchas, sessions, users } from './table.ts'

describeOnOne(
  'accounts',
  (world) => {
    test('registers a user with a code, then logs them in by name, address and phone', {
      meta: { spec: ['entities.user', 'calls.sys/login'] },
    }, async () => {
      const w = world()
      const { email, username, user, token, as } = await registered(w, newAddress(), uniqueName('Anna M'))
      expect(user).toMatchObject({ username, displayName: username, avatar: null })
      expect((await call(w, ListMyParties, {}, as)).result).toBeNull()

      await w.db.update(users).set({ phone: '13800000001' }).where(eq(users.id, user.id))
      for (const name of [username, username.toUpperCase(), email.toUpperCase(), '13800000001']) {
        expect((await logIn(w, name, PASSWORD)).result.user.id).toBe(user.id)
      }
      // The log names each session by its id, which does not open the session.
      const logged = (await listPlatformLog(w.db)).filter(({ data }) => data.userId === user.id)
      const kinds = logged.map(({ kind }) => kind)
      expect(kinds).toEqual(['account.registered', ...Array.from({ length: 4 }, () => 'account.logged-in')])
      const theirs = await w.db.select().from(sessions).where(eq(sessions.userId, user.id))
      expect(new Set(logged.map(({ data }) => data.sessionId))).toEqual(new Set(theirs.map(({ id }) => id)))
      expect(theirs).toHaveLength(5)
      expect(JSON.stringify(await w.db.select().from(users))).not.toContain(PASSWORD)
      expect(JSON.stringify(await w.db.select().from(sessions))).not.toContain(token)
    })

    test('treats user names as equal regardless of how accents are encoded, and never gives a name to a second account', async () => {
      const w = world()
      const name = uniqueName('Zoë 王医生')
      const [composed, decomposed] = [name.normalize('NFC'), name.normalize('NFD')]
      const { user } = await registered(w, newAddress(), decomposed)
      expect(user.username).toBe(composed)
      for (const typed of [composed, decomposed]) expect((await logIn(w, typed, PASSWORD)).result.user.id).toBe(user.id)
      expect((await call(w, CheckUnique, { username: composed })).error).toBe('account.username-taken')
    })

    test.each([
      ['weak password', { password: 'password' }, 'account.password-weak'],
      ['user name with two spaces', { username: 'a  b' }, 'account.username-invalid'],
      ['user name like a phone number', { username: '13912345678' }, 'account.username-invalid'],
      ['wrong code', { code: '000000x' }, 'account.code-wrong'],
      ['no address', { email: undefined }, 'account.contact-required'],
    ])(
      'refuses a registration: %s',
      { meta: { spec: ['validation.email-address', 'validation.password-strength', 'calls.sys/user/register'] } },
      async (_why, wrong, error) => {
        const w = world()
        const email = newAddress()
        await call(w, SendCode, { email, purpose: 'register' })
        const right = {
          email,
          username: uniqueName('u'),
          password: PASSWORD,
          code: await lastCode(w, email),
          userType: 2,
        }
        const input = { ...right, ...wrong }
        const answer = await call(w, Register, { ...input, password: await encrypt(w, input.password) })
        expect(answer.error).toBe(error)
      },
    )

    test('reports a taken name or address at registration', {
      meta: { spec: ['validation.contact-unused', 'calls.sys/user/checkOnlyUser'] },
    }, async () => {
      const w = world()
      const { email, username } = await registered(w)
      expect((await call(w, SendCode, { email, purpose: 'register' })).error).toBe('account.email-taken')
      expect((await call(w, CheckUnique, { username: username.toUpperCase() })).error).toBe('account.username-taken')
      expect((await call(w, CheckUnique, { email: newAddress() })).error).toBeUndefined()
    })

    test('lets older clients reset the password with a GET request, with the same checks', {
      meta: { spec: 'calls.sys/user/passwordChange' },
    }, async () => {
      const w = world()
      const email = newAddress()
      const user = await userWith(w, PASSWORD, { email })
      await call(w, SendCode, { email, purpose: 'reset' })
      const code = await lastCode(w, email, 'reset')
      const byGet = { ...ResetPassword, method: 'GET', carrier: 'query' } as const
      const reset = async (password: string, smscode: string) =>
        (await call(w, byGet, { email, password: await encrypt(w, password), code: smscode })).error
      expect(await reset('Newer@2026', 'wrong')).toBe('account.code-wrong')
      expect(await reset('short', code)).toBe('account.password-weak')
      expect((await logIn(w, user.username, PASSWORD)).error).toBeUndefined()
      expect(await reset('Newer@2026', code)).toBeUndefined()
      expect((await logIn(w, user.username, PASSWORD)).error).toBe('account.login-failed')
      expect((await logIn(w, user.username, 'Newer@2026')).error).toBeUndefined()
      expect(await reset('Again@2026', code)).toBe('account.code-wrong')
    })

    test.each([
      ['the password was changed', { passwordHash: 'another' }],
      ['the operator locked it', { lockedTime: new Date() }],
    ])('starts no session for a pending log-in if, in the meantime, %s', async (_what, meanwhile) => {
      const w = world()
      const user = await userWith(w, PASSWORD)
      const begun = await w.db.$count(sessions, eq(sessions.userId, user.userId))
      const transaction = w.db.transaction.bind(w.db)
      // The third transaction starts the session. The first two count the attempts for the name and for the account.
      let nth = 0
      const spy = vi.spyOn(w.db, 'transaction').mockImplementation(async (...args) => {
        nth += 1
        if (nth === 3) await w.db.update(users).set(meanwhile).where(eq(users.id, user.userId))
        return transaction(...args)
      })
      expect((await logIn(w, user.username, PASSWORD)).error).toBe('account.login-failed')
      spy.mockRestore()
      expect(nth).toBe(3)
      expect(await w.db.$count(sessions, eq(sessions.userId, user.userId))).toBe(begun)
    })

    test('requires the old password to change the password, and ends only the user’s other sessions', {
      meta: { spec: ['validation.password-confirmation', 'calls.sys/user/updatePassword'] },
    }, async () => {
      const w = world()
      const user = await userWith(w, PASSWORD)
      const second = (await logIn(w, user.username, PASSWORD)).result
      const change = async (oldPassword: string, password: string, confirmation = password) => {
        const input = {
          oldPassword: await encrypt(w, oldPassword),
          password: await encrypt(w, password),
          confirmation: await encrypt(w, confirmation),
        }
        return (await call(w, ChangePassword, input, { user })).error
      }
      expect(await change('Wrong@2026', 'Newer@2026')).toBe('account.old-password-wrong')
      expect(await change(PASSWORD, 'Newer@2026', 'Other@2026')).toBe('account.password-mismatch')
      expect(await change(PASSWORD, 'short')).toBe('account.password-weak')
      expect(await change(PASSWORD, 'Newer@2026')).toBeUndefined()
      expect((await call(w, GetRole, {}, { user })).error).toBeUndefined()
      expect((await call(w, GetRole, {}, { user: { ...user, token: second.token } })).error).toBe('session.expired')
    })
  },
  { CAPTCHA_ANSWER: 'right' },
)

describeOnOne(
  'logging in',
  (world) => {
    test('returns the same error for a wrong name and a wrong password', {
      meta: { spec: 'calls.sys/login' },
    }, async () => {
      const w = world()
      const user = await userWith(w, PASSWORD)
      const answers = [await logIn(w, user.username, 'Wrong@2026'), await logIn(w, uniqueName('none'), PASSWORD)]
      expect(answers.map(({ error, message }) => `${error} ${message}`)).toEqual([
        'account.login-failed The user name or password is incorrect.',
        'account.login-failed The user name or password is incorrect.',
      ])
    })

    test('refuses a password that is not encrypted, but accepts an unencrypted user name', async () => {
      const w = world()
      const user = await userWith(w, PASSWORD)
      const plain = { username: user.username, captcha: 'right', captchaKey: '1' }
      expect((await call(w, Login, { ...plain, password: PASSWORD })).error).toBe('account.decrypt-failed')
      expect((await call(w, Login, { ...plain, password: await encrypt(w, PASSWORD) })).error).toBeUndefined()
    })

    test('accepts an encrypted password once, within ten minutes, and only with the nonce it was issued for', async () => {
      const w = world()
      const user = await userWith(w, PASSWORD)
      const entry = async (password: string) =>
        (await call(w, Login, { username: user.username, password, captcha: 'right', captchaKey: '1' })).error
      const sealed = await encrypt(w, PASSWORD)
      expect(await entry(sealed)).toBeUndefined()
      expect(await entry(sealed)).toBe('account.decrypt-failed')
      // The platform also refuses another encoding of the same ciphertext.
      expect(await entry(`${sealed}\n`)).toBe('account.decrypt-failed')
      const late = await encrypt(w, PASSWORD)
      w.clock.advance(10 * MINUTE_MS)
      expect(await entry(late)).toBe('account.decrypt-failed')
      const { spki, nonce } = (await call(w, GetPublicKey)).result
      const under = (text: string) => sealUnder(spki, text)
      expect(await entry(under(`${nonce} ${PASSWORD}`))).toBeUndefined()
      for (const text of [
        PASSWORD,
        ` ${PASSWORD}`,
        `x${nonce} ${PASSWORD}`,
        `${nonce.replace(/^./, 'z')} ${PASSWORD}`,
      ]) {
        expect(await entry(under(text))).toBe('account.decrypt-failed')
      }
    })

    test('draws a captcha whose answer works once', { meta: { spec: 'calls.sys/randomImage' } }, async () => {
      const w = world()
      const picture = (await call(w, GetCaptcha, { key: '77' })).result
      expect(picture).toMatch(/^data:image\/png;base64,/)
      expect((await logIn(w, 'anybody', PASSWORD, 'wrong')).error).toBe('account.captcha-wrong')
      expect((await w.db.select().from(captchas).where(eq(captchas.key, '77')))[0]?.answer).toMatch(/^\w{4}$/)
    })

    test('draws a captcha as noisy pixels, without outlines that a program can read', {
      meta: { spec: 'calls.sys/randomImage' },
    }, async () => {
      const [, base64 = ''] = (await call(world(), GetCaptcha, { key: '78' })).result.split(',')
      const picture = sharp(Buffer.from(base64, 'base64'))
      expect(await picture.metadata()).toMatchObject({ format: 'png', width: 300, height: 100 })
      // A corner of the image without letters.
      const corner = await picture.extract({ left: 0, top: 0, width: 20, height: 8 }).greyscale().toBuffer()
      const { channels } = await sharp(corner).stats()
      expect(channels[0]?.stdev).toBeGreaterThan(20)
    })

    test('accepts the answer to the drawn captcha also in a demo, where programs use a fixed answer', async () => {
      const w = world()
      const user = await userWith(w, PASSWORD)
      expect((await logIn(w, user.username, PASSWORD, await drawCaptcha(w))).error).toBeUndefined()
    })
  },
  { CAPTCHA_ANSWER: 'right' },
)

describeOnOne('captchas without a fixed answer', (world) => {
  test('voids a captcha after the first answer, whether right or wrong', async () => {
    const w = world()
    const user = await userWith(w, PASSWORD)
    const draw = () => drawCaptcha(w)
    const answer = await draw()
    expect((await logIn(w, user.username, PASSWORD, answer.toUpperCase())).error).toBeUndefined()
    expect((await logIn(w, user.username, PASSWORD, answer)).error).toBe('account.captcha-wrong')
    const next = await draw()
    expect((await logIn(w, user.username, PASSWORD, 'no')).error).toBe('account.captcha-wrong')
    expect((await logIn(w, user.username, PASSWORD, next)).error).toBe('account.captcha-wrong')
    const late = await draw()
    w.clock.advance(5 * MINUTE_MS + 1)
    expect((await logIn(w, user.username, PASSWORD, late)).error).toBe('account.captcha-wrong')
  })

  test('returns 429 after too many attempts from one address', async () => {
    const w = world()
    let last = await logIn(w, 'nobody', PASSWORD, 'wrong')
    for (let i = 0; i < 65 && last.status !== 429; i++) {
      last = await call(w, Login, { username: 'x', password: 'x', captcha: 'wrong', captchaKey: '1' })
    }
    expect(last).toMatchObject({ status: 429, error: 'request.too-many' })
    w.clock.advance(MINUTE_MS)
  })
})
