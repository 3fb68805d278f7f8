import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { FEEDBACK_MAX } from '@tessera/contract'
import { SendFeedback } from '@tessera/contract/wire'
import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { HOUR_MS } from '../../lib/clock.ts'
import { buildApp, buildParty, buildUser, call, describeOnOne, type World } from '../../testing/index.ts'
import { startMailServer } from '../../testing/mail-server.ts'
import { pathOf } from './feedback.ts'
import { feedback } from './table.ts'

const kept = (w: World, userId: string) => w.db.select().from(feedback).where(eq(feedback.userId, userId))

describeOnOne('feedback', (world) => {
  test('stores feedback with its author, party and page, and writes it to the outbox', {
    meta: { spec: 'calls.operator-feedback' },
  }, async () => {
    const w = world()
    const party = await buildParty(w)
    const input = { text: '  The chart is too small.\n', page: '/mytask/mytaskDetail?id=secret#x' }
    expect((await call(w, SendFeedback, input, { user: party.member, party })).error).toBeUndefined()
    const { userId } = party.member
    const expected = { userId, partyId: party.partyId, text: 'The chart is too small.', page: '/mytask/mytaskDetail' }
    expect(await kept(w, userId)).toEqual([expect.objectContaining(expected)])
    const folder = join(w.settings.DATA_DIR, 'outbox')
    const outbox = () => readdirSync(folder).map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')))
    await expect.poll(outbox).toContainEqual(expect.objectContaining({ to: 'operator', kind: 'feedback', ...expected }))
  })

  test.each([
    ['nothing', ' \n '],
    ['too much', 'a'.repeat(FEEDBACK_MAX + 1)],
  ])('refuses feedback with %s, and names the limit', async (_what, text) => {
    const w = world()
    const user = await buildUser(w)
    const answer = await call(w, SendFeedback, { text, page: '/' }, { user })
    expect(answer).toMatchObject({ error: 'account.feedback-invalid', params: { limit: FEEDBACK_MAX } })
    expect(await kept(w, user.userId)).toEqual([])
  })

  test('counts characters as users see them, not as code units', async () => {
    const w = world()
    const user = await buildUser(w)
    const text = '😀'.repeat(FEEDBACK_MAX)
    expect((await call(w, SendFeedback, { text, page: '/' }, { user })).error).toBeUndefined()
  })

  test('accepts ten feedback messages an hour from one user, and only with a session', async () => {
    const w = world()
    const user = await buildUser(w)
    const write = () => call(w, SendFeedback, { text: 'again', page: '/' }, { user })
    for (let i = 0; i < 10; i++) expect((await write()).error).toBeUndefined()
    expect(await write()).toMatchObject({ status: 429, error: 'request.too-many' })
    expect(await kept(w, user.userId)).toHaveLength(10)
    w.clock.advance(HOUR_MS)
    expect((await write()).error).toBeUndefined()
    expect((await call(w, SendFeedback, { text: 'a', page: '/' })).status).toBe(401)
  })
})

describe('feedback to the operator', () => {
  test('mails feedback to the operator, and stores it even if the mail server refuses the mail', {
    meta: { spec: 'calls.operator-feedback' },
  }, async () => {
    const OPERATOR_EMAIL = 'operator@example.org'
    let isAway = false
    const server = await startMailServer({
      disabledCommands: ['STARTTLS', 'AUTH'],
      onRcptTo: (_address, _session, done) => done(isAway ? new Error('away') : null),
    })
    const w = await buildApp({ env: { SMTP_URL: `smtp://127.0.0.1:${server.port}`, OPERATOR_EMAIL } })
    try {
      const user = await buildUser(w)
      const write = (text: string) => call(w, SendFeedback, { text, page: '/home' }, { user })
      expect((await write('All is well.')).error).toBeUndefined()
      await expect.poll(() => server.mails.length).toBe(1)
      expect(server.mails[0]?.to).toEqual([OPERATOR_EMAIL])
      isAway = true
      expect((await write('The mail is broken.')).error).toBeUndefined()
      expect((await kept(w, user.userId)).map(({ text }) => text).toSorted()).toEqual([
        'All is well.',
        'The mail is broken.',
      ])
    } finally {
      await w.close()
      await server.close()
    }
    expect(server.mails).toHaveLength(1)
  })
})

test.each([
  ['/data?id=1', '/data'],
  ['https://tessera.example.org/data#part', '/data'],
  ['', '/'],
  ['//other.example.org/x', '/x'],
  ['data', '/data'],
])('stores only the path of the page address %s', (page, path) => {
  expect(pathOf(page)).toBe(path)
})
