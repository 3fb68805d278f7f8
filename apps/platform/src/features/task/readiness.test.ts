import { CheckHardware, CheckSoftware, HEADERS, ListFailingHardware, ListFailingSoftware } from '@tessera/contract/wire'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { MINUTE_MS } from '../../lib/clock.ts'
import { asUser, buildParty, call, describeOnOne, type TestParty, type World } from '../../testing/index.ts'
import { buildEdge, buildTask, member, WITH_ALGORITHMS } from '../../testing/task.ts'
import { type FakeFlower, startFakeFlower } from '../run/fake-flower.ts'
import { task } from './table.ts'

const WELL = { edge: 'ok', supernode: 'ok', runner: 'ok', storage: 'ok', books: 'ok', pages: 'ok' } as const
const OF_EDGE = ['edge', 'pages', 'storage', 'books', 'runner', 'supernode']

const connect = (flower: FakeFlower, { partyId }: TestParty, status = 'online') =>
  flower.nodes.set(partyId, { nodeId: BigInt(partyId), name: partyId, status })

/** Builds two parties in one task, a third party outside the task, and the SuperLink. */
async function scene(w: World) {
  const { taskId, members } = await buildTask(w)
  const [first, second] = members as [TestParty, TestParty]
  const stranger = await buildParty(w)
  const flower = await startFakeFlower(w.settings.DATA_DIR)
  // The clock is advanced, so that the cached answer of the SuperLink expires.
  w.clock.advance(MINUTE_MS)
  const edge = (party: TestParty, fields: Parameters<typeof buildEdge>[2] = {}) =>
    buildEdge(w, party, { components: WELL, ...fields })
  const software = async (asker: TestParty, { partyId }: TestParty) => {
    w.clock.advance(2_001)
    return call(w, ListFailingSoftware, { partyId }, member(asker))
  }
  return { taskId, first, second, stranger, flower, edge, software }
}

describeOnOne(
  'the readiness of a party in a task',
  (at) => {
    test('combines the edge’s report and the SuperLink’s view of its node into one list of missing parts', {
      meta: { spec: ['calls.flJobRecruit/softWareStatus', 'limits.software-checks-cluster'] },
    }, async () => {
      const { first, second, flower, edge, software } = await scene(at())
      const seen = async () => {
        await edge(second, { lastSeen: at().clock.now() })
        return (await software(first, second)).result
      }
      expect(await seen()).toEqual(['node'])
      connect(flower, second, 'registered')
      expect(await seen()).toEqual(['node'])
      connect(flower, second)
      expect(await seen()).toEqual([])
      await flower.goAway()
      expect(await seen()).toEqual(['node', 'superlink'])
      await flower.listen()
      expect(await seen()).toEqual([])
      await flower.close()
    })

    test('reports every component and the machine as failing if the edge is offline', {
      meta: { spec: 'calls.flJobRecruit/hardWareStatus' },
    }, async () => {
      const { first, second, flower, edge, software } = await scene(at())
      await edge(second, { lastSeen: null })
      connect(flower, second)
      expect((await software(first, second)).result).toEqual(OF_EDGE)
      const hardware = await call(at(), ListFailingHardware, { partyId: second.partyId }, member(first))
      expect(hardware.result).toEqual(['NetworkUnavailable'])
      await flower.close()
    })

    test('returns the former field names to older clients, and status 400 with the failing parts for a party’s English name', {
      meta: { spec: ['calls.readyStatus/appStatus', 'calls.readyStatus/nodeStatus', 'limits.software-checks-cluster'] },
    }, async () => {
      const { first, second, flower, edge } = await scene(at())
      await edge(second, { components: { ...WELL, runner: 'failed', pages: 'failed' }, conditions: ['DiskPressure'] })
      const headers = asUser(first.member, first)
      const raw = (method: 'GET' | 'POST', path: string, form?: string) =>
        at().app.inject({
          method,
          url: `${at().settings.PREFIX}${path}`,
          headers: { ...headers, ...(form && { 'content-type': 'application/x-www-form-urlencoded' }) },
          ...(form && { payload: form }),
        })
      const names = await raw('POST', ListFailingSoftware.path, `partyId=${second.partyId}`)
      expect(names.json().result).toEqual(['board', 'python', 'nodemanager'])
      const byName = `?partyName=${encodeURIComponent(second.nameEn)}`
      const software = (await raw('GET', `${CheckSoftware.path}${byName}`)).json()
      expect(software).toMatchObject({ success: false, code: 400, error: 'edge.software-failing' })
      expect(software.message).toBe(`Not ready at ${second.nameEn}: board, python, nodemanager.`)
      const machine = (await raw('GET', `${CheckHardware.path}${byName}`)).json()
      expect(machine).toMatchObject({ code: 400, error: 'edge.machine-failing' })
      expect(machine.message).toContain('DiskPressure')

      connect(flower, second)
      await edge(second)
      at().clock.advance(2_001)
      await edge(second)
      for (const { path } of [CheckSoftware, CheckHardware])
        expect((await raw('GET', `${path}${byName}`)).json()).toMatchObject({ success: true, code: 200 })
      expect(headers[HEADERS.party]).toBe(first.partyId)
      await flower.close()
    })

    test('shows a party’s readiness only to its members and to parties in a common task that has not ended', {
      meta: {
        spec: [
          'calls.flJobRecruit/softWareStatus',
          'calls.flJobRecruit/hardWareStatus',
          'calls.readyStatus/appStatus',
          'calls.readyStatus/nodeStatus',
        ],
      },
    }, async () => {
      const { taskId, first, second, stranger, flower, edge } = await scene(at())
      await edge(second)
      const ask = async (asker: TestParty | undefined) => {
        const who = asker && member(asker)
        const byId = { partyId: second.partyId }
        const byName = { partyName: second.nameEn }
        const answers = [
          await call(at(), ListFailingSoftware, byId, who),
          await call(at(), ListFailingHardware, byId, who),
          await call(at(), CheckSoftware, byName, who),
          await call(at(), CheckHardware, byName, who),
        ]
        return answers.map(({ error }) => error ?? 'answered')
      }
      const answered = ['answered', 'answered', 'edge.software-failing', 'answered']
      expect(await ask(first)).toEqual(answered)
      expect(await ask(second)).toEqual(answered)
      expect(await ask(stranger)).toEqual(Array(4).fill('party.not-member'))
      expect(await ask(undefined)).toEqual(Array(4).fill('session.missing'))
      const unknown = await call(at(), CheckSoftware, { partyName: 'Nobody' }, member(first))
      expect(unknown.error).toBe('party.not-found')
      await at().db.update(task).set({ status: 'completed' }).where(eq(task.id, taskId))
      expect(await ask(first)).toEqual(Array(4).fill('party.not-member'))
      expect(await ask(second)).toEqual(answered)
      await flower.close()
    })
  },
  WITH_ALGORITHMS,
)
