import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { MINUTE_MS, SECOND_MS } from '../../lib/clock.ts'
import { describeOn, describeOnOne, uniqueName, type World } from '../../testing/index.ts'
import { LOCK_MS, waitMs } from './lockout.ts'
import { loginFailures } from './table.ts'
import { drawCaptcha, logIn, logInAsPerson, newAddress, newPhone, PASSWORD, userWith } from './test-world.ts'

const WRONG = 'Wrong@2026'

describe('how long the next try waits', () => {
  test.each([
    ['name', [0, 0, 0, 1, 2, LOCK_MS / SECOND_MS]],
    ['account', [0, 0, 0, 1, 2, LOCK_MS / SECOND_MS]],
  ] as const)('after failures of one %s', (kind, seconds) => {
    expect(seconds.map((_none, count) => waitMs(kind, count) / SECOND_MS)).toEqual(seconds)
  })

  test('after failures from one address, later and no more than four seconds before the lock', () => {
    const counts = [0, 19, 20, 21, 22, 29, 30]
    expect(counts.map((count) => waitMs('address', count) / SECOND_MS)).toEqual([0, 0, 1, 2, 4, 4, LOCK_MS / SECOND_MS])
  })
})

const CAPTCHA = { CAPTCHA_ANSWER: 'right' }

describeOnOne(
  'wrong passwords',
  (world) => {
    /** Fails until the next try would wait `seconds`; the first two cost nothing. */
    const failTimes = async (w: World, name: string, times: number) => {
      for (let i = 0; i < times; i++) {
        expect((await logIn(w, name, WRONG)).error).toBe('account.login-failed')
        w.clock.advance(2 * SECOND_MS)
      }
    }
    const nameOf = async (w: World, who: string) =>
      who === 'a name nobody has' ? uniqueName('none') : (await userWith(w)).username

    test.each(['somebody', 'a name nobody has'])(
      'slow down from the third in a row: %s',
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
            message: 'Too many wrong attempts. Wait 1 second and try again.',
          })),
        )
        w.clock.advance(SECOND_MS)
        expect((await logIn(w, name, WRONG)).error).toBe('account.login-failed')
        expect(await logIn(w, name, PASSWORD)).toMatchObject({ error: 'account.slow-down', params: { seconds: 2 } })
      },
      60_000,
    )

    test.each(['somebody', 'a name nobody has'])(
      'five lock for a quarter of an hour: %s',
      async (who) => {
        const w = world()
        w.clock.stop()
        const name = await nameOf(w, who)
        await failTimes(w, name, 5)
        const locked = await logIn(w, name, PASSWORD)
        expect(locked).toMatchObject({ error: 'account.locked', params: { minutes: 15 } })
        w.clock.advance(15 * MINUTE_MS)
        const outcome = who === 'somebody' ? undefined : 'account.login-failed'
        expect((await logIn(w, name, PASSWORD)).error).toBe(outcome)
      },
      60_000,
    )

    test('count for the account whichever of its names is tried, without telling whose name it is', async () => {
      const w = world()
      w.clock.stop()
      const [email, phone] = [newAddress(), newPhone()]
      const user = await userWith(w, PASSWORD, { email, phone })
      await failTimes(w, user.username, 3)
      await failTimes(w, email, 2)
      // The account is locked; a third name of its hears what a stranger's would, right password or wrong.
      for (const password of [PASSWORD, WRONG]) {
        expect((await logIn(w, phone, password)).error).toBe('account.login-failed')
      }
      w.clock.advance(15 * MINUTE_MS)
      expect((await logIn(w, phone, PASSWORD)).error).toBeUndefined()
    }, 60_000)

    test('a right one begins the count anew', async () => {
      const w = world()
      w.clock.stop()
      const user = await userWith(w)
      for (let i = 0; i < 3; i++) {
        await failTimes(w, user.username, 2)
        expect((await logIn(w, user.username, PASSWORD)).error).toBeUndefined()
      }
      expect(await w.db.$count(loginFailures, eq(loginFailures.key, `account:${user.userId}`))).toBe(0)
    }, 60_000)
  },
  CAPTCHA,
)

describeOnOne('wrong passwords from one address', (world) => {
  test('slow it down and lock it, whatever names they are for, and only it', async () => {
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
      // Its tries a minute are another limit.
      if (i % 10 === 0) w.clock.advance(MINUTE_MS)
    }
    expect(new Set(answers)).toEqual(new Set(['account.login-failed']))
    expect((await logInAsPerson(w, user.username, PASSWORD)).error).toBe('account.locked')

    const kept = await w.db.select().from(loginFailures).where(eq(loginFailures.key, 'address:127.0.0.1'))
    expect(kept[0]?.count).toBe(30)
    w.clock.advance(15 * MINUTE_MS)
    expect((await logIn(w, user.username, PASSWORD, await drawCaptcha(w))).error).toBeUndefined()
  }, 120_000)
})

describeOn(
  'server',
  'many tries at once',
  (world) => {
    const countOf = async (w: World, key: string) =>
      (await w.db.select().from(loginFailures).where(eq(loginFailures.key, key)))[0]?.count

    test.each([0, 2])(
      'after %i failures: no more are checked than would be one after the other',
      async (before) => {
        const w = world()
        w.clock.stop()
        const email = newAddress()
        const user = await userWith(w, PASSWORD, { email })
        for (let i = 0; i < before; i++) await logIn(w, user.username, WRONG)
        const tries = Array.from({ length: 20 }, (_none, i) => logIn(w, i % 2 ? email : user.username, WRONG))
        const errors = (await Promise.all(tries)).map(({ error }) => error)
        // Every check takes a count before it: three stand for three checks, by whichever name.
        expect(await countOf(w, `account:${user.userId}`)).toBe(3)
        expect(errors.filter((error) => error === 'account.login-failed')).toHaveLength(6 - before)
        expect(errors.filter((error) => error === 'account.slow-down')).toHaveLength(14 + before)
      },
      60_000,
    )

    test('a name nobody has answers the same', async () => {
      const w = world()
      w.clock.stop()
      const name = uniqueName('none')
      const errors = (await Promise.all(Array.from({ length: 20 }, () => logIn(w, name, WRONG)))).map(
        ({ error }) => error,
      )
      expect(errors.filter((error) => error === 'account.login-failed')).toHaveLength(3)
      expect(errors.filter((error) => error === 'account.slow-down')).toHaveLength(17)
      expect(await countOf(w, `name:${name}`)).toBe(3)
    }, 60_000)
  },
  CAPTCHA,
)
