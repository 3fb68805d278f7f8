import { CheckUnique, GetRole, Register, ResetPassword, SendCode, VerifyCode } from '@tessera/contract/wire'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../lib/clock.ts'
import {
  encrypt,
  lastCode,
  logIn,
  newAddress,
  newPhone,
  outboxOf,
  PASSWORD,
  registered,
  userWith,
} from '../../testing/account.ts'
import { call, describeOn, describeOnOne, uniqueName, type World } from '../../testing/index.ts'
import { users } from './table.ts'

const CAPTCHA = { CAPTCHA_ANSWER: 'right' }
const send = (w: World, to: { email: string } | { phone: string }, purpose: 'register' | 'reset' = 'register') =>
  call(w, SendCode, { ...to, purpose })
/** Returns the response without its timestamp. */
const contentOf = ({ status, error, params, message }: Awaited<ReturnType<typeof send>>) => ({
  status,
  error,
  params,
  message,
})

describeOnOne(
  'codes',
  (world) => {
    test('sends codes of six digits to the address or phone that was entered', {
      meta: { spec: 'validation.verification-code' },
    }, async () => {
      const w = world()
      const phone = newPhone()
      expect(contentOf(await send(w, { phone }))).toEqual({
        status: 200,
        error: undefined,
        params: undefined,
        message: '',
      })
      expect(await outboxOf(w, phone)).toEqual([
        { to: phone, kind: 'register', code: expect.stringMatching(/^\d{6}$/), createTime: expect.any(String) },
      ])
    })

    test('accepts a code once, and only for its own purpose and receiver', {
      meta: { spec: 'validation.verification-code' },
    }, async () => {
      const w = world()
      const { email } = await registered(w)
      const other = newAddress()
      const password = await encrypt(w, PASSWORD)
      const used = await lastCode(w, email)
      expect((await call(w, ResetPassword, { email, password, code: used })).error).toBe('account.code-wrong')
      expect((await call(w, VerifyCode, { email: other, code: used })).error).toBe('account.code-wrong')
    })

    test('expires a code after ten minutes or five wrong attempts', {
      meta: { spec: 'validation.verification-code' },
    }, async () => {
      const w = world()
      w.clock.stop()
      const [late, tried] = [newAddress(), newAddress()]
      await send(w, { email: late })
      await send(w, { email: tried })
      const code = await lastCode(w, tried)
      // Correct attempts do not count towards the limit.
      for (let i = 0; i < 6; i++) {
        expect((await call(w, VerifyCode, { email: tried, code })).result).toEqual({ username: '' })
      }
      for (let i = 0; i < 5; i++) await call(w, VerifyCode, { email: tried, code: 'wrong' })
      expect((await call(w, VerifyCode, { email: tried, code })).error).toBe('account.code-wrong')

      w.clock.advance(10 * MINUTE_MS - SECOND_MS)
      expect((await call(w, VerifyCode, { email: late, code: await lastCode(w, late) })).error).toBeUndefined()
      w.clock.advance(SECOND_MS)
      const expired = await call(w, VerifyCode, { email: late, code: await lastCode(w, late) })
      expect(expired.error).toBe('account.code-wrong')
    })

    test.each([
      ['register', 120],
      ['reset', 60],
    ] as const)(
      'refuses a second code to %s within %i seconds, with the seconds to wait',
      { meta: { spec: ['validation.code-resend-interval', 'limits.code-countdown'] } },
      async (purpose, seconds) => {
        const w = world()
        const phone = newPhone()
        if (purpose === 'reset') await userWith(w, PASSWORD, { phone })
        const sentAt = w.clock.now().getTime()
        await send(w, { phone }, purpose)
        await lastCode(w, phone, purpose)
        const again = await send(w, { phone }, purpose)
        expect(again.error).toBe('account.code-too-soon')
        const passed = (w.clock.now().getTime() - sentAt) / SECOND_MS
        expect(Number(again.params?.seconds)).toBeGreaterThanOrEqual(Math.floor(seconds - passed))
        expect(Number(again.params?.seconds)).toBeLessThanOrEqual(seconds)
        w.clock.advance(seconds * SECOND_MS)
        expect((await send(w, { phone }, purpose)).error).toBeUndefined()
        await expect.poll(() => outboxOf(w, phone)).toHaveLength(2)
      },
    )

    test.each([
      ['register', 10],
      ['reset', 5],
    ] as const)(
      'for the purpose %s, sends one receiver at most %i codes an hour, from all addresses together',
      async (purpose, most) => {
        const w = world()
        const email = newAddress()
        for (let i = 0; i < most; i++) {
          expect((await send(w, { email }, purpose)).error).toBeUndefined()
          w.clock.advance(2 * MINUTE_MS)
        }
        expect(await send(w, { email }, purpose)).toMatchObject({ status: 429, error: 'request.too-many' })
        w.clock.advance(HOUR_MS)
        expect((await send(w, { email }, purpose)).error).toBeUndefined()
      },
    )

    test('does not reveal at any step of a password reset whether an account exists', {
      meta: { spec: ['calls.sys/user/phoneVerification', 'calls.sys/user/passwordChange'] },
    }, async () => {
      const w = world()
      w.clock.stop()
      const known = newAddress()
      await userWith(w, PASSWORD, { email: known })
      const walk = async (email: string) => {
        const steps = [
          // Calls made before a code was requested, after it was requested, and again too soon afterwards.
          await call(w, VerifyCode, { email, code: '000000' }),
          await send(w, { email }, 'reset'),
          await send(w, { email }, 'reset'),
        ]
        for (let i = 0; i < 6; i++) steps.push(await call(w, VerifyCode, { email, code: 'wrong' }))
        const password = await encrypt(w, 'Newer@2026')
        steps.push(await call(w, ResetPassword, { email, password, code: 'wrong' }))
        return steps.map((step) => contentOf(step as never))
      }
      const stranger = newAddress()
      const answers = await walk(stranger)
      expect(await walk(known)).toEqual(answers)
      expect(answers.map(({ error }) => error)).toEqual([
        ...['account.code-wrong', undefined, 'account.code-too-soon'],
        ...Array.from({ length: 7 }, () => 'account.code-wrong'),
      ])
      await lastCode(w, known, 'reset')
      expect(await outboxOf(w, stranger)).toEqual([])
    })

    test('limits requests for receivers without an account like those for receivers with one', async () => {
      const w = world()
      const known = newAddress()
      await userWith(w, PASSWORD, { email: known })
      const statuses = async (email: string) => {
        const list: number[] = []
        for (let i = 0; i < 6; i++) {
          list.push((await send(w, { email }, 'reset')).status)
          w.clock.advance(MINUTE_MS)
        }
        w.clock.advance(HOUR_MS)
        return list
      }
      const expected = [...Array.from({ length: 5 }, () => 200), 429]
      expect([await statuses(known), await statuses(newAddress())]).toEqual([expected, expected])
    })

    test('returns the user name for a correct reset code; the new password ends every session', {
      meta: { spec: 'calls.sys/user/phoneVerification' },
    }, async () => {
      const w = world()
      const { email, username, as } = await registered(w)
      await send(w, { email }, 'reset')
      const code = await lastCode(w, email, 'reset')
      expect((await call(w, VerifyCode, { email, code })).result).toEqual({ username })
      const second = (await logIn(w, username, PASSWORD)).result
      const password = await encrypt(w, 'Newer@2026')
      expect((await call(w, ResetPassword, { email, password, code })).error).toBeUndefined()
      for (const token of [as.user.token, second.token]) {
        const old = { user: { ...as.user, token } }
        expect(await call(w, GetRole, {}, old)).toMatchObject({ status: 401, error: 'session.expired' })
      }
      expect((await logIn(w, username, PASSWORD)).error).toBe('account.login-failed')
      expect((await logIn(w, username, 'Newer@2026')).error).toBeUndefined()
    })

    test('refuses to reset an account that the operator locked, and gives the reason only with a correct code', {
      meta: { spec: 'calls.locked-account' },
    }, async () => {
      const w = world()
      const { email, username, user, as } = await registered(w)
      await w.db.update(users).set({ lockedTime: w.clock.now() }).where(eq(users.id, user.id))
      expect((await send(w, { email }, 'reset')).error).toBeUndefined()
      const code = await lastCode(w, email, 'reset')
      const password = await encrypt(w, 'Newer@2026')
      expect((await call(w, VerifyCode, { email, code: 'wrong' })).error).toBe('account.code-wrong')
      expect((await call(w, VerifyCode, { email, code })).error).toBe('account.suspended')
      expect((await call(w, ResetPassword, { email, password, code })).error).toBe('account.suspended')

      expect((await logIn(w, username, 'Newer@2026')).error).toBe('account.login-failed')
      expect((await logIn(w, username, PASSWORD)).error).toBe('account.suspended')
      expect(await call(w, GetRole, {}, as)).toMatchObject({ status: 401, error: 'session.expired' })
      await w.db.update(users).set({ lockedTime: null }).where(eq(users.id, user.id))
      expect((await logIn(w, username, PASSWORD)).error).toBeUndefined()
    })
  },
  CAPTCHA,
)

describeOnOne('limits of one address', (world) => {
  test('sends at most twenty codes an hour from one address', async () => {
    const w = world()
    for (let i = 0; i < 20; i++) expect((await send(w, { email: newAddress() }, 'reset')).error).toBeUndefined()
    const email = newAddress()
    expect(await send(w, { email }, 'reset')).toMatchObject({ status: 429, error: 'request.too-many' })
    w.clock.advance(HOUR_MS)
    expect((await send(w, { email }, 'reset')).error).toBeUndefined()
    w.clock.advance(HOUR_MS)
  })

  test('answers whether an account exists at most ten times an hour, over all calls together', {
    meta: { spec: 'calls.sys/user/checkOnlyUser' },
  }, async () => {
    const w = world()
    const [email, phone] = [newAddress(), newPhone()]
    const user = await userWith(w, PASSWORD, { email, phone })
    const mine = newAddress()
    await send(w, { email: mine })
    const right = { email: mine, code: await lastCode(w, mine), userType: 2 }
    const asks = [
      () => call(w, CheckUnique, { email }),
      () => call(w, CheckUnique, { phone }),
      () => call(w, CheckUnique, { username: user.username.toUpperCase() }),
      () => send(w, { email }),
      async () => call(w, Register, { ...right, username: user.username, password: await encrypt(w, PASSWORD) }),
    ]
    const errors = ['account.email-taken', 'account.phone-taken', 'account.username-taken', 'account.email-taken']
    for (let i = 1; i < 10; i++) {
      const index = (i - 1) % asks.length
      const expected = errors[index] ?? 'account.username-taken'
      expect((await asks[index]?.())?.error).toBe(expected)
    }
    for (const ask of asks) expect(await ask()).toMatchObject({ status: 429, error: 'request.too-many' })
    w.clock.advance(HOUR_MS)
  })

  test('permits an ordinary registration with two typing errors', {
    meta: { spec: 'calls.sys/user/checkOnlyUser' },
  }, async () => {
    const w = world()
    const [email, taken] = [newAddress(), (await userWith(w)).username]
    // The calls that the console makes: to check the address, to send a code to it, to send a new code, to check two
    // names, and to register.
    expect((await call(w, CheckUnique, { email: newAddress() })).error).toBeUndefined()
    for (let i = 0; i < 2; i++) {
      expect((await call(w, CheckUnique, { email })).error).toBeUndefined()
      expect((await send(w, { email })).error).toBeUndefined()
      w.clock.advance(2 * MINUTE_MS)
    }
    expect((await call(w, CheckUnique, { username: taken })).error).toBe('account.username-taken')
    const username = uniqueName('u')
    expect((await call(w, CheckUnique, { username })).error).toBeUndefined()
    const [code, password] = [await lastCode(w, email), await encrypt(w, PASSWORD)]
    expect((await call(w, Register, { email, username, password, code, userType: 2 })).error).toBeUndefined()
  })
})

describeOn(
  'server',
  'concurrent requests',
  (world) => {
    test('sends one code if many requests for one receiver arrive at the same time', {
      meta: { spec: 'validation.code-resend-interval' },
    }, async () => {
      const w = world()
      const email = newAddress()
      const errors = await Promise.all(Array.from({ length: 8 }, async () => (await send(w, { email })).error))
      expect(errors.filter((error) => error === undefined)).toHaveLength(1)
      expect(errors.filter((error) => error === 'account.code-too-soon')).toHaveLength(7)
      expect(await outboxOf(w, email)).toHaveLength(1)
    })

    test('accepts at most five concurrent attempts for one code', {
      meta: { spec: 'validation.verification-code' },
    }, async () => {
      const w = world()
      const email = newAddress()
      await send(w, { email })
      const code = await lastCode(w, email)
      await Promise.all(Array.from({ length: 20 }, () => call(w, VerifyCode, { email, code: '000000x' })))
      expect((await call(w, VerifyCode, { email, code })).error).toBe('account.code-wrong')
    })

    test('registers only one account with one code', async () => {
      const w = world()
      const email = newAddress()
      await send(w, { email })
      const code = await lastCode(w, email)
      const passwords = await Promise.all(Array.from({ length: 4 }, () => encrypt(w, PASSWORD)))
      const answers = await Promise.all(
        passwords.map((password) =>
          call(w, Register, { email, username: uniqueName('u'), password, code, userType: 2 }),
        ),
      )
      expect(answers.filter(({ error }) => error === undefined)).toHaveLength(1)
    })
  },
  CAPTCHA,
)
