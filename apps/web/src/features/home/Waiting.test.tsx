import { WaitingKind } from '@tessera/contract'
import { GetWaiting } from '@tessera/contract/wire'
import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { fakeServer, logIn, on, renderPage } from '../../testing/world.tsx'
import { WAITING } from './api.ts'
import { Waiting } from './Waiting.tsx'

const item = (kind: WaitingKind, id: string) => ({
  kind,
  id,
  taskId: kind === 'join-request' ? null : id,
  taskName: kind === 'join-request' ? null : `Task ${id}`,
  by: 'Hospital B',
  since: null,
})

test.each(['cn', 'en'] as const)(
  'shows each item as a sentence with a link and counts the rest (%s)',
  { meta: { spec: 'screens.home-pending-items' } },
  async (language) => {
    logIn()
    const items = WaitingKind.options.map((kind, index) => item(kind, String(index)))
    fakeServer(on(GetWaiting, () => ({ items, total: items.length + 3 })))
    renderPage(<Waiting />, { language })
    const links = await screen.findAllByRole('link')
    const places = links.map((link) => link.getAttribute('href'))
    expect(places).toEqual(
      items.map(({ kind, id }) => {
        if (kind === 'join-request') return '/party?tab=requests'
        return `/mytask/mytaskDetail?id=${id}${kind === 'application' ? '&at=applications' : ''}`
      }),
    )
    for (const [index, { taskName }] of items.entries()) {
      expect(links[index]?.textContent).toContain(taskName ?? 'Hospital B')
    }
    // The kinds of the other items are unknown, so there is no page to which their text could link.
    expect(screen.getByText(language === 'cn' ? '还有 3 项' : '3 more').closest('a')).toBeNull()
  },
)

test.each([
  ['cn', '新增 1 项，点击显示', '已处理'],
  ['en', 'Show 1 new', 'resolved'],
] as const)(
  'lists items that arrive later on request and keeps completed items in place (%s)',
  async (language, show, over) => {
    logIn()
    const [sign, start, failed] = [item('sign', '1'), item('start', '2'), item('failed', '3')]
    let items = [sign, start]
    fakeServer(on(GetWaiting, () => ({ items, total: items.length })))
    const { queryClient } = renderPage(<Waiting />, { language })
    const tasks = () => screen.getAllByRole('listitem').map(({ textContent }) => /Task \d/.exec(textContent ?? '')?.[0])
    await screen.findAllByRole('listitem')
    expect(screen.queryByRole('button')).toBeNull()

    items = [failed, start]
    await act(() => queryClient.invalidateQueries({ queryKey: WAITING }))
    const button = await screen.findByRole('button', { name: show })
    expect(tasks()).toEqual(['Task 1', 'Task 2'])
    expect(screen.getAllByText(over).map((note) => note.closest('li')?.textContent)).toEqual([
      expect.stringContaining('Task 1'),
    ])

    await userEvent.click(button)
    expect(tasks()).toEqual(['Task 3', 'Task 2'])
    expect(screen.queryByText(over)).toBeNull()
    expect(screen.queryByRole('button')).toBeNull()
  },
)

function Visits() {
  const [isThere, setThere] = useState(true)
  return (
    <>
      <button type="button" onClick={() => setThere(!isThere)}>
        Go
      </button>
      {isThere && <Waiting />}
    </>
  )
}

test('shows the current pending items when the page is opened again', async () => {
  logIn()
  let items = [item('sign', '1')]
  fakeServer(on(GetWaiting, () => ({ items, total: items.length })))
  renderPage(<Visits />, { language: 'en' })
  expect(await screen.findByText(/Task 1/)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Go' }))
  items = [item('start', '2')]
  await userEvent.click(screen.getByRole('button', { name: 'Go' }))
  expect(await screen.findByText(/Task 2/)).toBeTruthy()
  expect(screen.queryByText(/Task 1/)).toBeNull()
})
