import { generateKeyPairSync, sign } from 'node:crypto'
import { logHeadText } from '@tessera/contract'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { platformLog } from './db/table.ts'
import { edges } from './features/environment/table.ts'
import { platformLogHead, record } from './lib/audit.ts'
import { buildParty, describeOnBoth } from './testing/index.ts'
import { findLogFaults } from './verify-log.ts'

describeOnBoth('verifying the log', (world) => {
  test('finds a changed entry, and one that was rewritten after an edge signed it', async () => {
    const { db, clock } = world()
    for (let i = 0; i < 5; i++) await record(db, 'test.entry', { i })
    expect(await findLogFaults(db)).toEqual([])

    const party = await buildParty(world())
    const { privateKey, publicKey } = generateKeyPairSync('ed25519')
    const head = await platformLogHead(db)
    const signature = sign(null, Buffer.from(logHeadText(head)), privateKey).toString('base64url')
    await db.insert(edges).values({
      partyId: party.partyId,
      linkPublicKey: publicKey.export({ type: 'spki', format: 'pem' }) as string,
      nodePublicKey: '',
      enrolledBy: party.admin.userId,
      enrolTime: clock.now(),
      countersigned: { head, signature },
    })
    expect(await findLogFaults(db)).toEqual([])

    // Dropped and written anew, as only the database's owner could: the chain is whole, the edge's proof is not.
    await db.delete(platformLog).where(eq(platformLog.seq, head.seq))
    await record(db, 'test.rewritten', {})
    expect(await findLogFaults(db)).toEqual([
      `entry ${head.seq} is not the one the edge of party ${party.partyId} signed`,
    ])

    await db.update(platformLog).set({ kind: 'test.forged' }).where(eq(platformLog.seq, 2))
    expect((await findLogFaults(db))[0]).toMatch(/^entry 2 \(test.forged/)
  })
})
