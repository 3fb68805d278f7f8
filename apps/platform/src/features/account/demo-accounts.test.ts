import { expect, test } from 'vitest'
import { buildUser, describeOnBoth } from '../../testing/index.ts'
import { refuseDemoAccounts } from './demo-accounts.ts'
import { hashPassword } from './passwords.ts'

describeOnBoth('demo accounts', (world) => {
  test('with their published password, nobody starts where others can reach it', async () => {
    const { db, settings } = world()
    const outside = { db, settings: { ...settings, HOST: '0.0.0.0' } }
    await refuseDemoAccounts(outside)
    await buildUser(world(), { username: 'alice', passwordHash: await hashPassword('Other@2026') })
    await refuseDemoAccounts(outside)
    await buildUser(world(), { username: 'bob', passwordHash: await hashPassword('Tessera@2026') })
    await expect(refuseDemoAccounts(outside)).rejects.toThrow(/demo account bob/)
    await refuseDemoAccounts({ db, settings })
  })
})
