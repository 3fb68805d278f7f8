import { AppError } from '@tessera/contract'
import { GetAbout, GetMarketLink } from '@tessera/contract/wire'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { fakeServer, logIn, on, renderPage } from '../../testing/world.tsx'
import { MarketButton } from './MarketButton.tsx'

const about = (hasMarket: boolean) => on(GetAbout, () => ({ version: '2.6.4', hasMarket, httpsUrl: null }))
const url = 'https://market.example/enter?token=once'

/** A stub for the tab that a click opens, with the members that the code uses. */
function stubTab() {
  const tab = { opener: window, document: { title: '' }, location: { replace: vi.fn() }, close: vi.fn() }
  const opened = vi.spyOn(window, 'open').mockReturnValue(tab as never)
  return { tab, opened }
}

const show = () => renderPage(<MarketButton>{(label) => label}</MarketButton>, { language: 'en' })
const click = async () => userEvent.click(await screen.findByRole('button', { name: 'Open market' }))

test('opens the market’s tab during the click, before its address is known, and clears the tab’s opener', {
  meta: { spec: 'screens.sidebar-and-breadcrumb' },
}, async () => {
  logIn()
  const { tab, opened } = stubTab()
  let answer = () => {}
  const { calls } = fakeServer(
    about(true),
    on(GetMarketLink, () => new Promise<{ url: string }>((resolve) => (answer = () => resolve({ url })))),
  )
  show()
  await click()
  expect(opened).toHaveBeenCalledWith('', '_blank')
  expect(tab.opener).toBeNull()
  expect(tab.location.replace).not.toHaveBeenCalled()
  await waitFor(() => {
    answer()
    expect(tab.location.replace).toHaveBeenCalledWith(url)
  })
  const request = calls.find(({ path }) => path === GetMarketLink.path)
  expect(request?.input).toEqual({ returnUrl: location.href })
  expect(url).not.toContain('session-token')
})

test('shows the error and closes the empty tab if the market cannot be opened', {
  meta: { spec: 'screens.sidebar-and-breadcrumb' },
}, async () => {
  logIn()
  const { tab } = stubTab()
  fakeServer(
    about(true),
    on(GetMarketLink, () => {
      throw new AppError('market.return-refused')
    }),
  )
  show()
  await click()
  expect(await screen.findByText(/does not belong to this platform/)).toBeTruthy()
  expect(tab.close).toHaveBeenCalled()
})

test('explains what to do if the browser blocks the market’s tab, and requests no token', async () => {
  logIn()
  vi.spyOn(window, 'open').mockReturnValue(null)
  const { calls } = fakeServer(about(true))
  show()
  await click()
  expect(await screen.findByText(/Your browser blocked the new tab/)).toBeTruthy()
  expect(calls.some(({ path }) => path === GetMarketLink.path)).toBe(false)
})

test('shows no button if the platform has no market', {
  meta: { spec: 'screens.sidebar-and-breadcrumb' },
}, async () => {
  logIn()
  const { calls } = fakeServer(about(false))
  show()
  await waitFor(() => expect(calls).toHaveLength(1))
  expect(screen.queryByRole('button')).toBeNull()
})
