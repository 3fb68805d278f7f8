import { timingSafeEqual } from 'node:crypto'
import { BadSettings, sha256 } from '@tessera/server'
import { and, eq, isNull } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import { record } from '../../lib/audit.ts'
import { DEMO_HEADER, DEMO_PASSWORD } from '../../lib/demo.ts'
import type { Deps } from '../../lib/deps.ts'
import { isReachableFromOutside } from '../../settings.ts'
import { verifyPassword } from './passwords.ts'
import { users } from './table.ts'

/**
 * Marks an account permanently as a demo account if the demo's own start creates or uses it. The name and password do
 * not matter.
 */
export async function markDemoAccount(deps: Pick<Deps, 'db' | 'settings'>, request: FastifyRequest, userId: string) {
  if (!isDemoStart(deps.settings.DEMO_SECRET, request.headers[DEMO_HEADER])) return
  await deps.db.transaction(async (tx) => {
    const unmarked = and(eq(users.id, userId), eq(users.isDemo, false))
    const marked = await tx.update(users).set({ isDemo: true }).where(unmarked).returning({ id: users.id })
    if (marked.length > 0) await record(tx, 'account.marked-demo', { userId })
  })
}

function isDemoStart(secret: string | undefined, sent: string | string[] | undefined): boolean {
  if (secret === undefined || typeof sent !== 'string') return false
  return timingSafeEqual(Buffer.from(sha256(secret)), Buffer.from(sha256(sent)))
}

/** Refuses to start if a demo account that still has the password published in the README is reachable from outside. */
export async function refuseDemoAccounts({ db, settings }: Pick<Deps, 'db' | 'settings'>) {
  if (!isReachableFromOutside(settings)) return
  const isTheirs = and(eq(users.isDemo, true), isNull(users.deleteTime))
  for (const user of await db.select().from(users).where(isTheirs)) {
    if (await verifyPassword(user.passwordHash, DEMO_PASSWORD)) {
      throw new BadSettings(
        `The demo account ${user.username} has its published password. Start on loopback and change it, or use another DATA_DIR.`,
      )
    }
  }
}
