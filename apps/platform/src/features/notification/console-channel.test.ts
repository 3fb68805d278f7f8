import type { SocketMessage } from '@tessera/contract'
import { GetSocketToken, ListNotifications } from '@tessera/contract/wire'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { WebSocket as Client } from 'ws'
// The test uses the console's own code over a real port, because both sides once passed their own tests but did not
// work together.
import { openChannel, RECONNECT_MS, socketUrl } from '../../../../web/src/lib/live-channel.ts'
import { pushRun } from '../../lib/live.ts'
import { buildParty, call, describeOn, type TestUser, type World } from '../../testing/index.ts'
import { notifyParties } from '../party/index.ts'

let stop = () => {}
afterEach(() => stop())

function openAs(w: World, origin: string, user: TestUser) {
  const received: SocketMessage[] = []
  const states: boolean[] = []
  const clients: Client[] = []
  stop = openChannel({
    origin,
    prefix: w.settings.PREFIX,
    userId: user.userId,
    getToken: async () => (await call(w, GetSocketToken, {}, { user })).result.token,
    onMessage: (message) => received.push(message),
    onState: (isOpen) => states.push(isOpen),
    connect: (url, protocols) => {
      const client = new Client(url, protocols, { origin })
      // `close` also reports a refused connection. The empty listener prevents ws from throwing.
      client.on('error', () => {})
      clients.push(client)
      return client as unknown as WebSocket
    },
  })
  return { received, states, clients }
}

describeOn('embedded', "the console's channel", (world) => {
  let origin = ''
  beforeAll(async () => {
    origin = await world().app.listen({ host: '127.0.0.1', port: 0 })
  })

  test('opens the console’s channel at an address that is a route of the platform', () => {
    const w = world()
    expect(socketUrl({ origin: 'https://fl.example', prefix: '/jeecg-boot', userId: 'u1' })).toBe(
      'wss://fl.example/jeecg-boot/websocket/u1',
    )
    expect(w.app.hasRoute({ method: 'GET', url: `${w.settings.PREFIX}/websocket/:userId` })).toBe(true)
  })

  test('delivers notices and run messages to the console, which reconnects five seconds after the channel is lost', {
    meta: { spec: ['states.push-notices', 'calls.notification-websocket'] },
  }, async () => {
    const w = world()
    const party = await buildParty(w)
    const { received, states, clients } = openAs(w, origin, party.admin)
    await vi.waitFor(() => expect(states).toEqual([true]))

    const about = { kind: 'task.joined', params: { task: 'T', party: 'P' }, subject: 'task', subjectId: 't1' } as const
    await notifyParties(w.db, w.deps, { partyIds: [party.partyId], taskId: 't1', ...about })
    await vi.waitFor(() => expect(received).toEqual([{ cmd: 'user' }]))
    expect((await call(w, ListNotifications, {}, { user: party.admin, party })).result.total).toBe(1)
    await pushRun(w.db, w.deps, { taskId: 't1', seq: 7, partyIds: [party.partyId] })
    await vi.waitFor(() => expect(received[1]).toEqual({ cmd: 'run', taskId: 't1', seq: 7 }))

    const delays = vi.spyOn(globalThis, 'setTimeout')
    clients[0]?.terminate()
    await vi.waitFor(() => expect(states).toEqual([true, false, true]))
    expect(delays.mock.calls.map(([, ms]) => ms)).toContain(RECONNECT_MS)
    delays.mockRestore()
    await pushRun(w.db, w.deps, { taskId: 't1', seq: 8, partyIds: [party.partyId] })
    await vi.waitFor(() => expect(received[2]).toEqual({ cmd: 'run', taskId: 't1', seq: 8 }))
  })

  test('refuses a user who opens another user’s channel', async () => {
    const w = world()
    const [party, other] = [await buildParty(w), await buildParty(w)]
    const { states, clients } = openAs(w, origin, { ...party.admin, userId: other.admin.userId })
    await vi.waitFor(() => expect(clients[0]?.readyState).toBe(Client.CLOSED))
    expect(states).not.toContain(true)
  })
})
