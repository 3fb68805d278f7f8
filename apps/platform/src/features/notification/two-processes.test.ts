import type { SocketMessage } from '@tessera/contract'
import { GetSocketToken, ListNotifications, Logout, SendAnnouncement } from '@tessera/contract/wire'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { pushRun } from '../../lib/live.ts'
import { buildApp, buildParty, buildUser, call, describeOn, type TestUser, type World } from '../../testing/index.ts'
import { announceToAll } from './index.ts'
import { SESSION_OVER } from './sockets.ts'

describeOn('server', 'two platform processes on one database', (first) => {
  let second: World
  const origins = new Map<World, string>()
  beforeAll(async () => {
    second = await buildApp({ kind: 'server', beside: first() })
    for (const w of [first(), second]) origins.set(w, await w.app.listen({ host: '127.0.0.1', port: 0 }))
  })
  afterAll(() => second?.close())

  /**
   * Opens a console's socket on this process with a token from the other process, because any process may answer any
   * call.
   */
  async function consoleOn(w: World, user: TestUser) {
    const other = w === second ? first() : second
    const { token } = (await call(other, GetSocketToken, {}, { user })).result
    const origin = origins.get(w) ?? ''
    const url = `${origin.replace('http', 'ws')}${w.settings.PREFIX}/websocket/${user.userId}`
    const socket = new WebSocket(url, [token], { origin })
    const received: SocketMessage[] = []
    const codes: number[] = []
    socket.on('message', (data) => received.push(JSON.parse(String(data))))
    socket.on('close', (code) => codes.push(code))
    await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
    return { socket, received, codes }
  }

  test('delivers a notice from one process to consoles on both processes', {
    meta: { spec: 'states.push-notices' },
  }, async () => {
    const party = await buildParty(first())
    const stranger = await buildUser(first())
    const here = await consoleOn(first(), party.member)
    const there = await consoleOn(second, party.member)
    const foreign = await consoleOn(second, stranger)
    const sent = await call(first(), SendAnnouncement, { text: 'hear' }, { user: party.admin, party })
    expect(sent.error).toBeUndefined()
    for (const { received } of [here, there]) await vi.waitFor(() => expect(received).toEqual([{ cmd: 'user' }]))
    expect((await call(second, ListNotifications, {}, { user: party.member, party })).result.total).toBe(1)

    await pushRun(second.db, second.deps, { taskId: 't1', seq: 4, partyIds: [party.partyId] })
    await vi.waitFor(() => expect(here.received).toContainEqual({ cmd: 'run', taskId: 't1', seq: 4 }))
    expect(foreign.received).toEqual([])
    await announceToAll(second.deps, 'everybody')
    await vi.waitFor(() => expect(foreign.received).toEqual([{ cmd: 'user' }]))
    for (const { socket } of [here, there, foreign]) socket.terminate()
  })

  test('closes a user’s socket on one process after a log-out on the other, and no other user’s socket', {
    meta: { spec: 'calls.notification-websocket' },
  }, async () => {
    const [user, other] = [await buildUser(first()), await buildUser(first())]
    const there = await consoleOn(second, user)
    const theirs = await consoleOn(second, other)
    await call(first(), Logout, {}, { user })
    await vi.waitFor(() => expect(there.codes).toEqual([SESSION_OVER]))
    expect(theirs.codes).toEqual([])
    theirs.socket.terminate()
  })
})
