import { BadSettings } from '@tessera/server'
import { inArray } from 'drizzle-orm'
import type { Deps } from '../../lib/deps.ts'
import { isReachableFromOutside } from '../../settings.ts'
import { verifyPassword } from './passwords.ts'
import { users } from './table.ts'

const DEMO = { names: ['alice', 'bob', 'carol'], password: 'Tessera@2026' }

/** The demo's password is in the README: with it, nobody may be reached from outside. */
export async function refuseDemoAccounts({ db, settings }: Pick<Deps, 'db' | 'settings'>) {
  if (!isReachableFromOutside(settings)) return
  for (const user of await db.select().from(users).where(inArray(users.usernameKey, DEMO.names))) {
    if (await verifyPassword(user.passwordHash, DEMO.password)) {
      throw new BadSettings(
        `The demo account ${user.username} has its published password. Start on loopback and change it, or use another DATA_DIR.`,
      )
    }
  }
}
