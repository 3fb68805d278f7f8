import { constants, createPublicKey, publicEncrypt } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  ChangePassword,
  CheckUnique,
  GetCaptcha,
  GetPermissions,
  GetPublicKey,
  GetRole,
  ListMyParties,
  Login,
  Logout,
  Register,
  ResetPassword,
  SendCode,
  VerifyCode,
} from '@tessera/contract/wire'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { listPlatformLog } from '../../lib/audit.ts'
import { HOUR_MS, MINUTE_MS } from '../../lib/clock.ts'
import {
  buildParty,
  buildUser,
  call,
  describeOnBoth,
  type TestUser,
  uniqueName,
  type World,
} from '../../testing/index.ts'
import { hashPassword } from './passwords.ts'
import { captchas, sessions, users } from './table.ts'

const PASSWORD = 'Right@2026'

async function encrypt(world: World, text: string): Promise<string> {
  const { spki } = (await call(world, GetPublicKey)).result
  const key = createPublicKey({ key: Buffer.from(spki, 'base64'), format: 'der', type: 'spki' })
  const options = { key, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' }
  return publicEncrypt(options, Buffer.from(text)).toString('base64')
}

async function logIn(world: World, username: string, password: string, captcha = 'right') {
  return call(world, Login, {
    username: await encrypt(world, username),
    password: await encrypt(world, password),
    captcha,
    captchaKey: '1',
  })
}

async function outboxOf(world: World, to: string): Promise<{ to: string; kind: string; code: string }[]> {
  const folder = join(world.settings.DATA_DIR, 'outbox')
  const files = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.json')).sort()
  const messages = await Promise.all(files.map(async (name) => JSON.parse(await readFile(join(folder, name), 'utf8'))))
  return messages.filter((message) => message.to === to)
}

const lastCode = async (world: World, to: string) => (await outboxOf(world, to)).at(-1)?.code ?? 'none'
const newAddress = () => `${uniqueName('a')}@example.org`
const newPhone = () => `139${String(Math.floor(Math.random() * 1e8)).padStart(8, '0')}`

async function registered(world: World, email = newAddress()) {
  const username = uniqueName('u')
  await call(world, SendCode, { email, purpose: 'register' })
  const code = await lastCode(world, email)
  const password = await encrypt(world, PASSWORD)
  const answer = await call(world, Register, { email, username, password, code, userType: 2 })
  return { email, username, ...answer.result }
}

async function userWith(world: World, password: string, more: { email?: string } = {}): Promise<TestUser> {
  return buildUser(world, { passwordHash: await hashPassword(password), ...more })
}

describeOnBoth(
  'accounts',
  (world) => {
    test('register with a code, then log in by name, address and phone', async () => {
      const w = world()
      const { email, username, user, token } = await registered(w)
      expect(user).toMatchObject({ username, displayName: username, avatar: null })
      const asRegistered = { user: { userId: user.id, username, token } }
      expect((await call(w, ListMyParties, {}, asRegistered)).result).toBeNull()

      await w.db.update(users).set({ phone: '13800000001' }).where(eq(users.id, user.id))
      for (const name of [username, username.toUpperCase(), email.toUpperCase(), '13800000001']) {
        expect((await logIn(w, name, PASSWORD)).result.user.id).toBe(user.id)
      }
      expect((await listPlatformLog(w.db)).map(({ kind }) => kind)).toContain('account.registered')
      expect(JSON.stringify(await w.db.select().from(users))).not.toContain(PASSWORD)
      expect(JSON.stringify(await w.db.select().from(sessions))).not.toContain(token)
    }, 60_000)

    test.each([
      ['weak password', { password: 'password' }, 'account.password-weak'],
      ['user name with a space', { username: 'a b' }, 'account.username-invalid'],
      ['user name like a phone number', { username: '13912345678' }, 'account.username-invalid'],
      ['wrong code', { code: '000000x' }, 'account.code-wrong'],
      ['no address', { email: undefined }, 'account.contact-required'],
    ])('refuses to register: %s', async (_why, wrong, error) => {
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
    })

    test('a code works once, and not for another purpose or receiver', async () => {
      const w = world()
      const { email } = await registered(w)
      const other = newAddress()
      const password = await encrypt(w, PASSWORD)
      const used = await lastCode(w, email)
      expect((await call(w, ResetPassword, { email, password, code: used })).error).toBe('account.code-wrong')
      expect((await call(w, VerifyCode, { email: other, code: used })).error).toBe('account.code-wrong')
    })

    test('a code expires after ten minutes, and dies of five wrong tries', async () => {
      const w = world()
      const [late, tried] = [newAddress(), newAddress()]
      await call(w, SendCode, { email: late, purpose: 'register' })
      await call(w, SendCode, { email: tried, purpose: 'register' })
      const code = await lastCode(w, tried)
      expect((await call(w, VerifyCode, { email: tried, code })).result).toEqual({ username: '' })
      for (let i = 0; i < 5; i++) await call(w, VerifyCode, { email: tried, code: 'wrong' })
      expect((await call(w, VerifyCode, { email: tried, code })).error).toBe('account.code-wrong')

      w.clock.advance(10 * MINUTE_MS + 1)
      const expired = await call(w, VerifyCode, { email: late, code: await lastCode(w, late) })
      expect(expired.error).toBe('account.code-wrong')
    })

    test('a second code within two minutes is refused, with the seconds to wait', async () => {
      const w = world()
      const phone = newPhone()
      await call(w, SendCode, { phone, purpose: 'register' })
      const again = await call(w, SendCode, { phone, purpose: 'register' })
      expect(again.error).toBe('account.code-too-soon')
      expect(Number(again.params?.seconds)).toBeGreaterThan(110)
      w.clock.advance(2 * MINUTE_MS)
      expect((await call(w, SendCode, { phone, purpose: 'register' })).error).toBeUndefined()
      expect(await outboxOf(w, phone)).toHaveLength(2)
    })

    test('a taken name or address is told when registering', async () => {
      const w = world()
      const { email, username } = await registered(w)
      expect((await call(w, SendCode, { email, purpose: 'register' })).error).toBe('account.email-taken')
      expect((await call(w, CheckUnique, { username: username.toUpperCase() })).error).toBe('account.username-taken')
      expect((await call(w, CheckUnique, { email: newAddress() })).error).toBeUndefined()
    })

    test('resetting tells nobody whether an account exists, and ends every session', async () => {
      const w = world()
      const { email, username, user, token } = await registered(w)
      const stranger = newAddress()
      const answers = await Promise.all(
        [email, stranger].map((address) => call(w, SendCode, { email: address, purpose: 'reset' })),
      )
      expect(answers.map(({ error, message }) => ({ error, message }))).toEqual(
        [answers[0], answers[0]].map(() => ({ error: undefined, message: '' })),
      )
      expect(await outboxOf(w, stranger)).toEqual([])

      const code = await lastCode(w, email)
      expect((await call(w, VerifyCode, { email, code })).result).toEqual({ username })
      const password = await encrypt(w, 'Newer@2026')
      expect((await call(w, ResetPassword, { email, password, code })).error).toBeUndefined()
      const old = { user: { userId: user.id, username, token } }
      expect(await call(w, GetRole, {}, old)).toMatchObject({ status: 401, error: 'session.expired' })
      expect((await logIn(w, username, PASSWORD)).error).toBe('account.login-failed')
      expect((await logIn(w, username, 'Newer@2026')).error).toBeUndefined()
    }, 60_000)

    test('older clients reset it by GET, with the same care', async () => {
      const w = world()
      const email = newAddress()
      const user = await userWith(w, PASSWORD, { email })
      await call(w, SendCode, { email, purpose: 'reset' })
      const code = await lastCode(w, email)
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
    }, 60_000)

    test('changing the password needs the old one, and ends other sessions only', async () => {
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
    }, 60_000)
  },
  { CAPTCHA_ANSWER: 'right' },
)

describeOnBoth(
  'logging in',
  (world) => {
    test('name and password wrong sound alike', async () => {
      const w = world()
      const user = await userWith(w, PASSWORD)
      const answers = [await logIn(w, user.username, 'Wrong@2026'), await logIn(w, uniqueName('none'), PASSWORD)]
      expect(answers.map(({ error, message }) => `${error} ${message}`)).toEqual([
        'account.login-failed User name or password is wrong.',
        'account.login-failed User name or password is wrong.',
      ])
    })

    test('an unencrypted password is refused, a plain user name is not', async () => {
      const w = world()
      const user = await userWith(w, PASSWORD)
      const plain = { username: user.username, captcha: 'right', captchaKey: '1' }
      expect((await call(w, Login, { ...plain, password: PASSWORD })).error).toBe('account.decrypt-failed')
      expect((await call(w, Login, { ...plain, password: await encrypt(w, PASSWORD) })).error).toBeUndefined()
    })

    test('five failures lock the account, whichever of its names is tried, for a quarter of an hour', async () => {
      const w = world()
      const user = await userWith(w, PASSWORD)
      const email = newAddress()
      await w.db.update(users).set({ email }).where(eq(users.id, user.userId))
      for (let i = 0; i < 5; i++) await logIn(w, i % 2 ? email : user.username, 'Wrong@2026')
      const locked = await logIn(w, user.username, PASSWORD)
      expect(locked.error).toBe('account.locked')
      expect(locked.params?.minutes).toBe(15)
      w.clock.advance(15 * MINUTE_MS)
      expect((await logIn(w, user.username, PASSWORD)).error).toBeUndefined()
    }, 60_000)

    test('a captcha: a picture whose answer works once', async () => {
      const w = world()
      const picture = (await call(w, GetCaptcha, { key: '77' })).result
      expect(picture).toMatch(/^data:image\/svg\+xml;base64,/)
      expect((await logIn(w, 'anybody', PASSWORD, 'wrong')).error).toBe('account.captcha-wrong')
      expect((await w.db.select().from(captchas).where(eq(captchas.key, '77')))[0]?.answer).toMatch(/^\w{4}$/)
    })

    test('in a demo too, where a program has a fixed answer, a person reads the picture', async () => {
      const w = world()
      const user = await userWith(w, PASSWORD)
      await call(w, GetCaptcha, { key: '1' })
      const [kept] = await w.db.select().from(captchas).where(eq(captchas.key, '1'))
      expect((await logIn(w, user.username, PASSWORD, kept?.answer)).error).toBeUndefined()
    })
  },
  { CAPTCHA_ANSWER: 'right' },
)

describeOnBoth('captchas without a fixed answer', (world) => {
  test('the right answer is used up by one try, right or wrong', async () => {
    const w = world()
    const user = await userWith(w, PASSWORD)
    const draw = async () => {
      await call(w, GetCaptcha, { key: '1' })
      const [kept] = await w.db.select().from(captchas).where(eq(captchas.key, '1'))
      return kept?.answer ?? ''
    }
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

  test('asking for codes tells only so often whether an account exists', async () => {
    const w = world()
    const email = `${uniqueName()}@example.com`
    await buildUser(w, { email })
    const ask = () => call(w, SendCode, { email, purpose: 'register' })
    let last = await ask()
    expect(last.error).toBe('account.email-taken')
    for (let i = 0; i < 65 && last.status !== 429; i++) last = await ask()
    expect(last).toMatchObject({ status: 429, error: 'request.too-many' })
    w.clock.advance(HOUR_MS)
  })

  test('too many tries from one address end in 429', async () => {
    const w = world()
    let last = await logIn(w, 'nobody', PASSWORD, 'wrong')
    for (let i = 0; i < 65 && last.status !== 429; i++) {
      last = await call(w, Login, { username: 'x', password: 'x', captcha: 'wrong', captchaKey: '1' })
    }
    expect(last).toMatchObject({ status: 429, error: 'request.too-many' })
    w.clock.advance(MINUTE_MS)
  })
})

describeOnBoth('sessions', (world) => {
  test('no token, a wrong token and an ended session are 401', async () => {
    const w = world()
    const user = await buildUser(w)
    expect(await call(w, GetRole)).toMatchObject({ status: 401, error: 'session.missing' })
    const forged = { user: { ...user, token: 'forged' } }
    expect(await call(w, GetRole, {}, forged)).toMatchObject({ status: 401, error: 'session.expired' })
    expect((await call(w, Logout, {}, { user })).error).toBeUndefined()
    expect(await call(w, GetRole, {}, { user })).toMatchObject({ status: 401, error: 'session.expired' })
  })

  test('a session ends after twelve idle hours, and use keeps it', async () => {
    const w = world()
    const user = await buildUser(w)
    w.clock.advance(11 * HOUR_MS)
    expect((await call(w, GetRole, {}, { user })).status).toBe(200)
    w.clock.advance(11 * HOUR_MS)
    expect((await call(w, GetRole, {}, { user })).status).toBe(200)
    w.clock.advance(12 * HOUR_MS + MINUTE_MS)
    expect((await call(w, GetRole, {}, { user })).status).toBe(401)
  })

  test('role and permissions are those in the party of the header', async () => {
    const w = world()
    const party = await buildParty(w)
    const other = await buildParty(w)
    const roleOf = (user: TestUser, of?: typeof party) => call(w, GetRole, {}, { user, party: of ?? null })
    expect((await roleOf(party.admin, party)).result).toEqual({ role: 'admin', orgCode: 'A01' })
    expect((await roleOf(party.member, party)).result).toEqual({ role: 'member', orgCode: 'A01' })
    expect((await roleOf(party.admin)).result).toEqual({ role: 'tourist', orgCode: null })
    expect((await roleOf(party.admin, other)).error).toBe('party.not-member')
    const tourist = (await call(w, GetPermissions, {}, { user: party.admin })).result
    expect(tourist).toMatchObject({ buttons: [] })
    expect(tourist.menu).not.toContain('mydata')
    const admin = (await call(w, GetPermissions, {}, { user: party.admin, party })).result
    expect(admin.buttons).toContain('edge.enrol')
  })
})
