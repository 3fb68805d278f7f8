import { AppError } from '@tessera/contract'
import { GetAbout, GetMarketLink } from '@tessera/contract/wire'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { fakeServer, logIn, on, renderPage } from '../../lib/testing.tsx'
import { MarketButton } from './MarketButton.tsx'

const about = (hasMarket: boolean) => on(GetAbout, () => ({ version: '2.6.4', hasMarket, httpsUrl: null }))
const url = 'https://market.example/enter?token=once'

/** The tab a click opens, as far as we touch it. */
function stubTab() {
  const tab = { opener: window, document: { title: '' }, location: { replace: vi.fn() }, close: vi.fn() }
  const opened = vi.spyOn(window, 'open').mockReturnValue(tab as never)
  return { tab, opened }
}

const show = () => renderPage(<MarketButton>{(label) => label}</MarketButton>, { language: 'en' })
const click = async () => userEvent.click(await screen.findByRole('button', { name: 'Go to market' }))

test('the tab is opened within the click, before its address is known, and cannot reach back', async () => {
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
  const asked = calls.find(({ path }) => path === GetMarketLink.path)
  expect(asked?.input).toEqual({ returnUrl: location.href })
  expect(url).not.toContain('session-token')
})

test('an error is said, and the empty tab is closed', async () => {
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
  expect(await screen.findByText(/does not lead to this platform/)).toBeTruthy()
  expect(tab.close).toHaveBeenCalled()
})

test('a browser that blocks the tab: it is said what to do, and no token is asked for', async () => {
  logIn()
  vi.spyOn(window, 'open').mockReturnValue(null)
  const { calls } = fakeServer(about(true))
  show()
  await click()
  expect(await screen.findByText(/The browser blocked the new tab/)).toBeTruthy()
  expect(calls.some(({ path }) => path === GetMarketLink.path)).toBe(false)
})

test('without a market there is no way to one', async () => {
  logIn()
  const { calls } = fakeServer(about(false))
  show()
  await waitFor(() => expect(calls).toHaveLength(1))
  expect(screen.queryByRole('button')).toBeNull()
})
