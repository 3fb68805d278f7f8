import { KNOWN_BROWSER_DAYS } from '@tessera/contract'
import { GetCaptcha, Login } from '@tessera/contract/wire'
import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../../lib/clock.ts'
import { isProgramHere, networkOf } from '../../lib/limits.ts'
import {
  drawCaptcha,
  encrypt,
  logIn,
  logInAsPerson,
  newAddress,
  newPhone,
  PASSWORD,
  userWith,
} from '../../testing/account.ts'
import { call, describeOn, describeOnOne, uniqueName, type World } from '../../testing/index.ts'
import { LOCK_MS, waitMs } from './lockout.ts'
import { hashPassword } from './passwords.ts'
import { captchas, loginFailures, users } from './table.ts'

const WRONG = 'Wrong@2026'

describe('the wait before the next log-in attempt', () => {
  test.each([
    ['name', [0, 0, 0, 1, 2, LOCK_MS / SECOND_MS]],
    ['account', [0, 0, 0, 1, 2, LOCK_MS / SECOND_MS]],
    ['browser', [0, 0, 0, 1, 2, LOCK_MS / SECOND_MS]],
  ] as const)('makes the wait before the next log-in grow with the failures of one %s', (kind, seconds) => {
    expect(seconds.map((_none, count) => waitMs(kind, count) / SECOND_MS)).toEqual(seconds)
  })

  test('makes the wait start later for an address than for a name, and limits it to four seconds before the lock-out', () => {
    const counts = [0, 19, 20, 21, 22, 29, 30]
    expect(counts.map((count) => waitMs('address', count) / SECOND_MS)).toEqual([0, 0, 1, 2, 4, 4, LOCK_MS / SECOND_MS])
  })
})

const CAPTCHA = { CAPTCHA_ANSWER: 'right' }

const countOf = async (w: World, key: string) =>
  (await w.db.select().from(loginFailures).where(eq(loginFailures.key, key)))[0]?.count

describeOnOne(
  'wrong passwords',
  (world) => {
    /** Logs in with a wrong password `times` times. Asserts that the first two failures cause no waiting time. */
    const failTimes = async (w: World, name: string, times: number) => {
      for (let i = 0; i < times; i++) {
        expect((await logIn(w, name, WRONG)).error).toBe('account.login-failed')
        w.clock.advance(2 * SECOND_MS)
      }
    }
    const nameOf = async (w: World, who: string) =>
      who === 'an unknown name' ? uniqueName('none') : (await userWith(w)).username

    test.each(['an account', 'an unknown name'])(
      'slows down the next log-in from the third consecutive failure on: %s',
      { meta: { spec: 'calls.sys/login' } },
      async (who) => {
        const w = world()
        w.clock.stop()
        const name = await nameOf(w, who)
        for (let i = 0; i < 3; i++) expect((await logIn(w, name, WRONG)).error).toBe('account.login-failed')
        const slowed = [await logIn(w, name, WRONG), await logIn(w, name, PASSWORD)]
        expect(slowed.map(({ error, params, message }) => ({ error, params, message }))).toEqual(
          slowed.map(() => ({
            error: 'account.slow-down',
            params: { seconds: 1 },
            message: 'Too many failed attempts. Wait 1 second and try again.',
          })),
        )
        w.clock.advance(SECOND_MS)
        expect((await logIn(w, name, WRONG)).error).toBe('account.login-failed')
        expect(await logIn(w, name, PASSWORD)).toMatchObject({ error: 'account.slow-down', params: { seconds: 2 } })
      },
    )

    test.each(['an account', 'an unknown name'])(
      'locks log-in for 15 minutes after five failures: %s',
      { meta: { spec: 'calls.sys/login' } },
      async (who) => {
        const w = world()
        w.clock.stop()
        const name = await nameOf(w, who)
        await failTimes(w, name, 5)
        const locked = await logIn(w, name, PASSWORD)
        expect(locked).toMatchObject({ error: 'account.locked', params: { minutes: 15 } })
        w.clock.advance(15 * MINUTE_MS)
        const outcome = who === 'an account' ? undefined : 'account.login-failed'
        expect((await logIn(w, name, PASSWORD)).error).toBe(outcome)
      },
    )

    test('counts failed log-ins for the account under any of its names, without revealing whose name it is', {
      meta: { spec: 'calls.login-rate-limit' },
    }, async () => {
      const w = world()
      w.clock.stop()
      const [email, phone] = [newAddress(), newPhone()]
      const user = await userWith(w, PASSWORD, { email, phone })
      await failTimes(w, user.username, 3)
      await failTimes(w, email, 2)
      // The account is locked. Another name of the account gets the same answer as an unknown name, with any password.
      for (const password of [PASSWORD, WRONG]) {
        expect((await logIn(w, phone, password)).error).toBe('account.login-failed')
      }
      w.clock.advance(15 * MINUTE_MS)
      expect((await logIn(w, phone, PASSWORD)).error).toBeUndefined()
    })

    test('resets the count of failures after a correct password', async () => {
      const w = world()
      w.clock.stop()
      const user = await userWith(w)
      for (let i = 0; i < 3; i++) {
        await failTimes(w, user.username, 2)
        expect((await logIn(w, user.username, PASSWORD)).error).toBeUndefined()
      }
      expect(await countOf(w, `account:${user.userId}\t127.0.0.1`)).toBe(undefined)
      expect(await countOf(w, `account:${user.userId}`)).toBe(0)
    })
  },
  CAPTCHA,
)

describeOnOne('wrong passwords from one address', (world) => {
  test('slows down and locks an address after failed log-ins with any names, but no other address', {
    meta: { spec: 'calls.login-rate-limit' },
  }, async () => {
    const w = world()
    w.clock.stop()
    const user = await userWith(w)
    const answers: (string | undefined)[] = []
    for (let i = 0; i < 30; i++) {
      answers.push((await logInAsPerson(w, uniqueName('none'), WRONG)).error)
      if (i === 19) {
        const slowed = await logInAsPerson(w, user.username, PASSWORD)
        expect(slowed).toMatchObject({ error: 'account.slow-down', params: { seconds: 1 } })
      }
      if (i >= 19) w.clock.advance(4 * SECOND_MS)
      // The number of attempts per minute is a separate limit.
      if (i % 10 === 0) w.clock.advance(MINUTE_MS)
    }
    expect(new Set(answers)).toEqual(new Set(['account.login-failed']))
    expect((await logInAsPerson(w, user.username, PASSWORD)).error).toBe('account.locked')

    const kept = await w.db.select().from(loginFailures).where(eq(loginFailures.key, 'address:127.0.0.1'))
    expect(kept[0]?.count).toBe(30)
    w.clock.advance(15 * MINUTE_MS)
    expect((await logIn(w, user.username, PASSWORD, await drawCaptcha(w))).error).toBeUndefined()
  })
})

describeOnOne(
  'wrong passwords for a name',
  (world) => {
    /** Logs in from another address, as a reverse proxy reports it. */
    const from = async (w: World, address: string, name: string, password: string, knownBrowsers: string[] = []) => {
      const headers = { 'x-forwarded-for': address }
      const key = String(++keys)
      await call(w, GetCaptcha, { key }, undefined, headers)
      const [drawn] = await w.db.select().from(captchas).where(eq(captchas.key, key))
      const sealed = { username: await encrypt(w, name), password: await encrypt(w, password) }
      const input = { ...sealed, captcha: drawn?.answer ?? '', captchaKey: key, knownBrowsers }
      return call(w, Login, input, undefined, headers)
    }
    let keys = 0
    let networks = 0
    const newNetwork = () => `203.0.113.${++networks}`
    const lockFrom = async (w: World, address: string, name: string, knownBrowsers: string[] = []) => {
      for (let tries = 0; tries < 5; tries++) {
        expect((await from(w, address, name, WRONG, knownBrowsers)).error).toBe('account.login-failed')
        w.clock.advance(2 * SECOND_MS)
      }
      expect((await from(w, address, name, PASSWORD, knownBrowsers)).error).toBe('account.locked')
    }

    test('locks a name after failed log-ins only for the address from which they came', async () => {
      const w = world()
      w.clock.stop()
      const user = await userWith(w)
      const [stranger, home] = [newNetwork(), newNetwork()]
      await lockFrom(w, stranger, user.username)
      expect((await from(w, home, user.username, PASSWORD)).error).toBeUndefined()
      expect((await from(w, stranger, user.username, PASSWORD)).error).toBe('account.locked')
    })

    test('does not lock out a browser in which the user has logged in before, even after failed log-ins from its address', async () => {
      const w = world()
      w.clock.stop()
      const user = await userWith(w)
      const shared = newNetwork()
      const mark = (await from(w, shared, user.username, PASSWORD)).result.knownBrowser ?? ''
      await lockFrom(w, shared, user.username)
      expect((await from(w, shared, user.username, PASSWORD, [mark])).error).toBeUndefined()
    })

    test('gives a known browser five attempts of its own, from any address', async () => {
      const w = world()
      w.clock.stop()
      const user = await userWith(w)
      const mark = (await from(w, newNetwork(), user.username, PASSWORD)).result.knownBrowser ?? ''
      await lockFrom(w, newNetwork(), user.username, [mark])
      expect((await from(w, newNetwork(), user.username, PASSWORD, [mark])).error).toBe('account.locked')
      expect((await from(w, newNetwork(), user.username, PASSWORD)).error).toBeUndefined()
    })

    test.each(['of another user', 'from before a new password', 'too old', 'forged'])(
      'does not treat a browser as known because of a mark that is %s',
      async (which) => {
        const w = world()
        w.clock.stop()
        const [user, other] = [await userWith(w), await userWith(w)]
        const address = newNetwork()
        const owner = which === 'of another user' ? other : user
        let mark = (await from(w, address, owner.username, PASSWORD)).result.knownBrowser ?? ''
        if (which === 'forged') mark = `${mark.slice(0, -4)}AAAA`
        await lockFrom(w, address, user.username)
        if (which === 'from before a new password') {
          const passwordHash = await hashPassword(PASSWORD)
          await w.db.update(users).set({ passwordHash }).where(eq(users.id, user.userId))
        }
        if (which === 'too old') {
          w.clock.advance((KNOWN_BROWSER_DAYS + 1) * DAY_MS)
          await lockFrom(w, address, user.username)
        }
        expect((await from(w, address, user.username, PASSWORD, [mark])).error).toBe('account.locked')
      },
    )

    test('locks the account everywhere except in known browsers after failed log-ins from many addresses', async () => {
      const w = world()
      w.clock.stop()
      const user = await userWith(w)
      const mark = (await from(w, newNetwork(), user.username, PASSWORD)).result.knownBrowser ?? ''
      const key = `account:${user.userId}`
      await w.db
        .insert(loginFailures)
        .values({ key, count: 100, lastTime: w.clock.now() })
        .onConflictDoUpdate({ target: loginFailures.key, set: { count: 100, lastTime: w.clock.now() } })
      expect((await from(w, newNetwork(), user.username, PASSWORD)).error).toBe('account.login-failed')
      expect((await from(w, newNetwork(), user.username, PASSWORD, [mark])).error).toBeUndefined()
    })

    test('counts all addresses of one IPv6 network as one address', async () => {
      const w = world()
      w.clock.stop()
      const user = await userWith(w)
      for (let tries = 0; tries < 5; tries++) {
        await from(w, `2001:db8::${tries + 1}`, user.username, WRONG)
        w.clock.advance(2 * SECOND_MS)
      }
      expect((await from(w, '2001:db8::ffff', user.username, PASSWORD)).error).toBe('account.locked')
      expect((await from(w, '2001:db8:0:1::1', user.username, PASSWORD)).error).toBeUndefined()
    })
  },
  { TRUSTED_PROXIES: '127.0.0.1' },
)

test.each(['127.0.0.1', '::1', '::ffff:127.0.0.1'])(
  'does not slow down log-ins of a program on this machine: %s',
  (address) => {
    expect(isProgramHere({ CAPTCHA_ANSWER: 'right' }, address)).toBe(true)
    expect(isProgramHere({ CAPTCHA_ANSWER: undefined }, address)).toBe(false)
    expect(isProgramHere({ CAPTCHA_ANSWER: 'right' }, '2001:db8::1')).toBe(false)
  },
)

describeOnOne(
  'wrong passwords of a program on this machine',
  (world) => {
    test.each(['127.0.0.1', '::1'])(
      'counts failed log-ins for the name, but not for the address %s',
      async (address) => {
        const w = world()
        const name = uniqueName('none')
        const sealed = { username: await encrypt(w, name), password: await encrypt(w, WRONG) }
        const input = { ...sealed, captcha: CAPTCHA.CAPTCHA_ANSWER, captchaKey: 'any', knownBrowsers: [] }
        const { error } = await call(w, Login, input, undefined, { 'x-forwarded-for': address })
        expect(error).toBe('account.login-failed')
        const counted = await w.db.select().from(loginFailures)
        expect(counted.map(({ key }) => key).filter((key) => key.startsWith(`name:${name}`))).toHaveLength(1)
        expect(counted.filter(({ key }) => key.startsWith('address:'))).toEqual([])
      },
    )
  },
  { ...CAPTCHA, TRUSTED_PROXIES: '127.0.0.1' },
)

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8::6', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
])('treats the network of %s as %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})

describeOn(
  'server',
  'many concurrent tries',
  (world) => {
    test.each([0, 2])(
      'after %i failures, concurrent attempts check no more passwords than sequential attempts would',
      { meta: { spec: 'calls.login-rate-limit' } },
      async (before) => {
        const w = world()
        w.clock.stop()
        const email = newAddress()
        const user = await userWith(w, PASSWORD, { email })
        for (let i = 0; i < before; i++) await logIn(w, user.username, WRONG)
        const tries = Array.from({ length: 20 }, (_none, i) => logIn(w, i % 2 ? email : user.username, WRONG))
        const errors = (await Promise.all(tries)).map(({ error }) => error)
        // Each password check is counted before it runs, so a count of three means three checks, under any name.
        expect(await countOf(w, `account:${user.userId}\t127.0.0.1`)).toBe(3)
        expect(errors.filter((error) => error === 'account.login-failed')).toHaveLength(6 - before)
        expect(errors.filter((error) => error === 'account.slow-down')).toHaveLength(14 + before)
      },
    )

    test('slows down log-ins with unknown names in the same way as with known names', async () => {
      const w = world()
      w.clock.stop()
      const name = uniqueName('none')
      const errors = (await Promise.all(Array.from({ length: 20 }, () => logIn(w, name, WRONG)))).map(
        ({ error }) => error,
      )
      expect(errors.filter((error) => error === 'account.login-failed')).toHaveLength(3)
      expect(errors.filter((error) => error === 'account.slow-down')).toHaveLength(17)
      expect(await countOf(w, `name:${name}\t127.0.0.1`)).toBe(3)
    })
  },
  CAPTCHA,
)
