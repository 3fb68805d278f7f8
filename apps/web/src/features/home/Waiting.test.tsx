import { type WaitingItem, WaitingKind } from '@tessera/contract'
import { GetWaiting } from '@tessera/contract/wire'
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeServer, logIn, on, renderPage } from '../../lib/testing.tsx'
import { openLive, socketToken } from '../../lib/testing-live.ts'
import { Waiting } from './Waiting.tsx'

const item = (kind: WaitingKind, id: string) => ({
  ...{ kind, id, taskId: kind === 'join-request' ? null : id, taskName: kind === 'join-request' ? null : `Task ${id}` },
  ...{ by: 'Hospital B', since: null },
})

test.each(['cn', 'en'] as const)(
  'each is a sentence and a link to where it is done; the rest is counted (%s)',
  async (language) => {
    logIn()
    const items = WaitingKind.options.map((kind, index) => item(kind, String(index)))
    fakeServer(on(GetWaiting, () => ({ items, total: items.length + 3 })))
    renderPage(<Waiting />, { language })
    const links = await screen.findAllByRole('link')
    const places = links.map((link) => link.getAttribute('href'))
    expect(places).toEqual([
      ...items.map(({ kind, id }) => {
        if (kind === 'join-request') return '/party?tab=requests'
        return `/mytask/mytaskDetail?id=${id}${kind === 'application' ? '&at=applications' : ''}`
      }),
      '/mytask',
    ])
    for (const [index, { taskName }] of items.entries()) {
      expect(links[index]?.textContent).toContain(taskName ?? 'Hospital B')
    }
    expect(links.at(-1)?.textContent).toContain('3')
  },
)

test('nothing waits; what comes is there at once, and a round of a training asks nothing', async () => {
  logIn()
  const items: WaitingItem[] = []
  const { calls } = fakeServer(
    socketToken,
    on(GetWaiting, () => ({ items, total: items.length })),
  )
  renderPage(<Waiting />, { language: 'cn' })
  expect((await screen.findByRole('status')).textContent).toContain('没有等待您处理的事项')
  const say = await openLive()
  await waitFor(() => expect(asked()).toBe(2))
  say({ cmd: 'run', taskId: '1', seq: 7 })
  items.push(item('sign', '1'))
  say({ cmd: 'run', taskId: '1', seq: 0 })
  expect(await screen.findByText('任务“Task 1”的授权票据待本机构签署。', {}, { timeout: 3_000 })).toBeTruthy()
  expect(asked()).toBe(3)

  function asked() {
    return calls.filter(({ path }) => path === GetWaiting.path).length
  }
})
