import { Login, Register, SendCode } from '@tessera/contract/wire'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { DEMO_HEADER, DEMO_PASSWORD } from '../../lib/demo.ts'
import { encrypt, lastCode, newAddress } from '../../testing/account.ts'
import { call, describeOnOne, type World } from '../../testing/index.ts'
import { refuseDemoAccounts } from './demo-accounts.ts'
import { givePassword } from './operate.ts'
import { users } from './table.ts'

const SECRET = 'a'.repeat(64)
const ENV = { CAPTCHA_ANSWER: 'right', DEMO_SECRET: SECRET }

async function register(world: World, username: string, headers: Record<string, string> = {}) {
  const email = newAddress()
  await call(world, SendCode, { email, purpose: 'register' })
  const password = await encrypt(world, DEMO_PASSWORD)
  const input = { email, username, password, code: await lastCode(world, email), userType: 2 } as const
  return (await call(world, Register, input, undefined, headers)).result
}

async function logIn(world: World, username: string, headers: Record<string, string>) {
  const [name, password] = [await encrypt(world, username), await encrypt(world, DEMO_PASSWORD)]
  const input = { username: name, password, captcha: 'right', captchaKey: '1' }
  return (await call(world, Login, input, undefined, headers)).result
}

const startOutside = ({ db, settings }: World) => refuseDemoAccounts({ db, settings: { ...settings, HOST: '0.0.0.0' } })

describeOnOne(
  'demo accounts',
  (world) => {
    test('does not treat an account with a demo name and the published password as a demo account, so that a registration cannot prevent a start', async () => {
      await register(world(), 'alice')
      await register(world(), 'bob', { [DEMO_HEADER]: 'b'.repeat(64) })
      await logIn(world(), 'bob', { [DEMO_HEADER]: '' })
      await startOutside(world())
      expect(await world().db.$count(users, eq(users.isDemo, true))).toBe(0)
    })

    test('refuses to make a platform reachable while accounts from the demo’s own start have the published password', async () => {
      const own = { [DEMO_HEADER]: SECRET }
      await register(world(), 'dora', own)
      await expect(startOutside(world())).rejects.toThrow(/demo account dora.*published password.*DATA_DIR/)
      await refuseDemoAccounts(world())
      await givePassword(world().deps, 'dora', 'Other@2026', 'operator')
      await startOutside(world())
      // A demo that was killed before it marked its accounts marks them at its next start.
      await register(world(), 'erik')
      await startOutside(world())
      await logIn(world(), 'erik', own)
      await expect(startOutside(world())).rejects.toThrow(/demo account erik/)
    })
  },
  ENV,
)

describeOnOne('a platform that was not started by the demo', (world) => {
  test('never marks an account as a demo account because of data in a request', async () => {
    for (const sent of ['', 'undefined', SECRET]) {
      await register(world(), `u${sent.slice(0, 9)}`.padEnd(6, 'x'), { [DEMO_HEADER]: sent })
    }
    expect(await world().db.$count(users, eq(users.isDemo, true))).toBe(0)
  })
})
