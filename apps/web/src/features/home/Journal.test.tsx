import { GetAbout, ListVersions } from '@tessera/contract/wire'
import { act, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { setLanguage } from '../../lib/i18n.ts'
import { fakeServer, logIn, on, renderPage } from '../../testing/world.tsx'
import { Journal } from './Journal.tsx'

test('formats dates of the release notes in the reader’s language', async () => {
  logIn()
  fakeServer(on(ListVersions, () => [{ version: '2.6.4', date: '2026-01-02', notes: [] }]))
  renderPage(<Journal />, { language: 'en' })
  expect(await screen.findByText('2 Jan 2026')).toBeTruthy()
  act(() => setLanguage('cn'))
  expect(screen.getByText('2026年1月2日')).toBeTruthy()
})

test('marks the installed version in the release notes', { meta: { spec: 'screens.journal' } }, async () => {
  logIn()
  fakeServer(
    on(GetAbout, () => ({ version: '2.6.4', hasMarket: false, httpsUrl: null })),
    on(ListVersions, () => [
      { version: '2.6.4', date: '2026-01-02', notes: ['Newer'] },
      { version: '2.6.3', date: '2025-12-02', notes: ['Older'] },
    ]),
  )
  renderPage(<Journal />, { language: 'en' })
  const mark = await screen.findByText('Current version')
  expect(mark.closest('section')?.textContent).toContain('Newer')
  expect(screen.getAllByText('Current version')).toHaveLength(1)
})

test('renders text between backticks as code', async () => {
  logIn()
  fakeServer(
    on(ListVersions, () => [
      { version: '2.6.4', date: '2026-01-02', notes: ['Only `TESSERA_SANDBOX=off` runs them.'] },
    ]),
  )
  renderPage(<Journal />, { language: 'en' })
  const name = await screen.findByText('TESSERA_SANDBOX=off')
  expect(name.tagName).toBe('CODE')
  expect(name.closest('li')?.textContent).toBe('Only TESSERA_SANDBOX=off runs them.')
})
