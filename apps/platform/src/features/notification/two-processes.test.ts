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

  /** A console on this process, with a token it got from the other: any process may answer any call. */
  async function consoleOn(w: World, user: TestUser) {
    const other = w === second ? first() : second
    const { token } = (await call(other, GetSocketToken, {}, { user })).result
    const origin = origins.get(w) ?? ''
    const url = `${origin.replace('http', 'ws')}${w.settings.PREFIX}/websocket/${user.userId}`
    const socket = new WebSocket(url, [token], { origin })
    const heard: SocketMessage[] = []
    const codes: number[] = []
    socket.on('message', (data) => heard.push(JSON.parse(String(data))))
    socket.on('close', (code) => codes.push(code))
    await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
    return { socket, heard, codes }
  }

  test('a notice written through one reaches the consoles on both', async () => {
    const party = await buildParty(first())
    const stranger = await buildUser(first())
    const here = await consoleOn(first(), party.member)
    const there = await consoleOn(second, party.member)
    const foreign = await consoleOn(second, stranger)
    const sent = await call(first(), SendAnnouncement, { text: 'hear' }, { user: party.admin, party })
    expect(sent.error).toBeUndefined()
    for (const { heard } of [here, there]) await vi.waitFor(() => expect(heard).toEqual([{ cmd: 'user' }]))
    expect((await call(second, ListNotifications, {}, { user: party.member, party })).result.total).toBe(1)

    await pushRun(second.db, second.deps, { taskId: 't1', seq: 4, partyIds: [party.partyId] })
    await vi.waitFor(() => expect(here.heard).toContainEqual({ cmd: 'run', taskId: 't1', seq: 4 }))
    expect(foreign.heard).toEqual([])
    await announceToAll(second.deps, 'everybody')
    await vi.waitFor(() => expect(foreign.heard).toEqual([{ cmd: 'user' }]))
    for (const { socket } of [here, there, foreign]) socket.terminate()
  })

  test('a log-out through one closes the socket on the other, and no other user’s', async () => {
    const [user, other] = [await buildUser(first()), await buildUser(first())]
    const there = await consoleOn(second, user)
    const theirs = await consoleOn(second, other)
    await call(first(), Logout, {}, { user })
    await vi.waitFor(() => expect(there.codes).toEqual([SESSION_OVER]))
    expect(theirs.codes).toEqual([])
    theirs.socket.terminate()
  })
})
