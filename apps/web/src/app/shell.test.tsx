import { ListVersions, Logout } from '@tessera/contract/wire'
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Drawer, Modal } from 'antd'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { setLanguage } from '../lib/i18n.ts'
import { createQueryClient } from '../lib/query-client.ts'
import { getSession, sessionActions } from '../lib/session.ts'
import { open, routerAt } from '../testing/router.tsx'
import { fakeServer, logIn, on, renderPage } from '../testing/world.tsx'
import { AccountMenu } from './AccountMenu.tsx'
import { Providers } from './providers.tsx'

beforeEach(() => {
  setLanguage('cn')
  sessionActions.end('logout')
  logIn()
})

/** Replaces the page at this path, until the test ends, by a page that throws an error. */
function openBroken(path: string, page: () => never) {
  const router = routerAt(path)
  const route = Object.values(router.routesById).find(({ fullPath }) => fullPath === path)
  if (!route) throw new Error(`there is no route ${path}`)
  const { component } = route.options
  route.options.component = page
  onTestFinished(() => {
    route.options.component = component
  })
  open(path, router)
}

test('shows a crashed page in the user’s language, with header, sidebar and a reload button', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  vi.stubGlobal('fetch', () => new Promise(() => undefined))
  openBroken('/environment', () => {
    throw new TypeError('undefined is not an object')
  })
  expect((await screen.findByRole('alert')).textContent).toContain('本页无法显示')
  expect(screen.queryByText(/undefined is not/)).toBeNull()
  expect(document.querySelector('.t-bar')).not.toBeNull()
  act(() => setLanguage('en'))
  expect(screen.getByText('Reload')).toBeTruthy()
})

test('calls the platform once on log-out, and ends the session in this browser', async () => {
  const { calls } = fakeServer(on(Logout, () => null))
  renderPage(<AccountMenu />, { language: 'en' })
  await userEvent.click(await screen.findByRole('button', { name: /Alice/ }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Log out' }))
  await waitFor(() => expect(getSession().token).toBeNull())
  expect(calls.map(({ path }) => path)).toEqual([Logout.path])
})

test('fetches the server’s texts again when the language changes', async () => {
  vi.stubGlobal('fetch', () => new Promise(() => undefined))
  const notesIn = (headers: Headers) => (headers.get('accept-language')?.startsWith('en') ? 'First version' : '第一版')
  fakeServer(
    on(ListVersions, (_input, { headers }) => [{ version: '1', date: '2026-01-02', notes: [notesIn(headers)] }]),
  )
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  open('/journal')
  expect(await screen.findByText('第一版')).toBeTruthy()
  act(() => setLanguage('en'))
  expect(await screen.findByText('First version')).toBeTruthy()
})

test('moves the focus to the content of a new page, but not of the first page', async () => {
  vi.stubGlobal('fetch', () => new Promise(() => undefined))
  open('/task')
  await screen.findByText('任务池', { selector: 'h1' })
  const content = document.querySelector('main')
  expect(document.activeElement).not.toBe(content)

  const link = screen.getByLabelText('数据池')
  link.focus()
  fireEvent.click(link)
  await screen.findByText('数据池', { selector: 'h1' })
  expect(document.activeElement).toBe(content)
})

test.each([
  ['/modal/modalDetail?id=m1&from=myModal', '我的模型'],
  ['/modal/modalDetail?id=m1&from=pool', '模型池'],
  ['/tuili?id=i1', '我的任务'],
  ['/data-detail?id=d1&partyId=1001', '我的数据'],
  ['/data-detail?id=d1&partyId=1002', '数据池'],
])('marks the sidebar entry of %s as %s', async (address, entry) => {
  vi.stubGlobal('fetch', () => new Promise(() => undefined))
  open(address)
  await waitFor(() => expect(screen.getByLabelText(entry).getAttribute('aria-current')).toBe('page'))
  expect(document.querySelectorAll('nav [aria-current=page].t-side-item')).toHaveLength(1)
})

test('names the close buttons of dialogs and drawers in the user’s language', async () => {
  vi.stubGlobal('fetch', () => new Promise(() => undefined))
  render(
    <Providers queryClient={createQueryClient()}>
      <Modal open title="m" />
      <Drawer open title="d" />
    </Providers>,
  )
  const names = () =>
    [...document.querySelectorAll('button[class$=-close]')].map((cross) => cross.getAttribute('aria-label'))
  await waitFor(() => expect(names()).toEqual(['关闭', '关闭']))
  act(() => setLanguage('en'))
  expect(names()).toEqual(['Close', 'Close'])
})
