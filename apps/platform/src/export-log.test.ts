import type { AddressInfo } from 'node:net'
import { verifyLogs } from '@tessera/server'
import { eq } from 'drizzle-orm'
import { afterEach, expect, test } from 'vitest'
import { joinEdge } from '../../../tools/testing/joined-edge.ts'
import { openEdgeLog } from '../../edge/src/open-log.ts'
import { platformLog } from './db/table.ts'
import { exportLog } from './export-log.ts'
import { platformLogHead, record } from './lib/audit.ts'
import { describeOnBoth } from './testing/index.ts'

const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end()
})

describeOnBoth('the exported log', (world) => {
  test('verifies the logs of platform and edge against each other, and detects a rewritten log', {
    meta: { spec: 'calls.offline-log-verification' },
  }, async () => {
    const w = world()
    await w.app.listen({ port: 0, host: '127.0.0.1' })
    const edge = await joinEdge(w, `http://127.0.0.1:${(w.app.server.address() as AddressInfo).port}`)
    ends.push(edge.close)
    // The link is opened twice, because the platform signs the log head that it received when a link opens.
    for (let time = 0; time < 2; time++) {
      edge.log.append('ticket-signed', { taskId: `t${time}` })
      await record(w.db, 'task.created', { taskId: `t${time}` })
      await edge.meet()
    }
    const check = () => verifyLogs({ name: 'p', lines: exportLog(w.deps) }, [openEdgeLog(edge.dataDir)])
    expect(openEdgeLog(edge.dataDir).countersigned.length).toBeGreaterThan(0)
    expect(await check()).toMatchObject({ faults: [], notes: [] })

    // An entry is deleted and rewritten, as only the owner of the database could do. The hash chain is intact
    // afterwards, but does not match the head that the edge signed.
    const { seq } = await platformLogHead(w.db)
    await w.db.delete(platformLog).where(eq(platformLog.seq, seq))
    await record(w.db, 'task.rewritten', {})
    const { faults } = await check()
    expect(faults).toHaveLength(1)
    expect(faults[0]).toMatch(
      new RegExp(`entry ${seq} \\(task\\.rewritten, .* that the edge of party ${edge.partyId} signed`),
    )
  })
})
