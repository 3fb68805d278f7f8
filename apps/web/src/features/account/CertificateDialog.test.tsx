import { GetEdgeCertificate } from '@tessera/contract/wire'
import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { showCertificateHelp } from '../../lib/certificate-help.ts'
import { sessionActions } from '../../lib/session.ts'
import { fakeServer, logIn, on, renderPage, testParty } from '../../lib/testing.tsx'
import { CertificateDialog, ownSystem } from './CertificateDialog.tsx'

/** Of the bytes of "Tessera", by sha256sum. */
const FINGERPRINT = '16:4D:D6:22:B7:CA:23:46:8F:AE:DB:85:BD:AC:46:8C:09:78:4E:44:B6:2B:CB:1D:96:6E:F9:8F:76:4F:D1:00'

const user = userEvent.setup()
const saved: { name: string; content: Blob }[] = []

beforeEach(() => {
  sessionActions.end('logout')
  saved.length = 0
  let content = new Blob()
  URL.createObjectURL = (blob) => {
    content = blob as Blob
    return 'blob:certificate'
  }
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push({ name: this.download, content })
  })
  return () => {
    act(() => showCertificateHelp(false))
    vi.restoreAllMocks()
  }
})

function open() {
  renderPage(<CertificateDialog />, { language: 'en' })
  act(() => showCertificateHelp())
}

test('a member saves the edge’s certificate, by way of the platform, and reads its fingerprint', async () => {
  logIn()
  const pem = `-----BEGIN CERTIFICATE-----\n${btoa('Tessera')}\n-----END CERTIFICATE-----\n`
  const { calls } = fakeServer(on(GetEdgeCertificate, () => ({ pem })))
  open()
  await user.click(await screen.findByRole('button', { name: /Download the edge/ }))
  expect(await screen.findByText('Saved as tessera-edge-1001.crt.')).toBeTruthy()
  expect(saved.map(({ name }) => name)).toEqual(['tessera-edge-1001.crt'])
  expect(await saved[0]?.content.text()).toBe(pem)
  expect(calls.map(({ input }) => input)).toEqual([{ partyId: '1001' }])
  expect(screen.getByText(FINGERPRINT)).toBeTruthy()
})

test('where the edge has a certificate from elsewhere, nothing is saved and it is said', async () => {
  logIn()
  fakeServer(on(GetEdgeCertificate, () => ({ pem: null })))
  open()
  await user.click(await screen.findByRole('button', { name: /Download the edge/ }))
  expect(await screen.findByText(/certificate from elsewhere/)).toBeTruthy()
  expect(saved).toEqual([])
})

test.each([
  ['nobody', () => {}, /^Log in first/],
  ['a party without an edge', () => logIn({ party: testParty({ edgeUrl: null }) }), /no edge yet/],
])('%s is told why there is none', async (_who, become, reason) => {
  become()
  fakeServer()
  open()
  expect(await screen.findByText(reason)).toBeTruthy()
  expect(screen.queryByRole('button', { name: /Download the edge/ })).toBeNull()
})

test('the reader’s own system is shown first, the others behind their tabs', async () => {
  fakeServer()
  open()
  await user.click(await screen.findByRole('tab', { name: 'Windows' }))
  expect(await screen.findByText(/Trusted Root Certification Authorities/)).toBeTruthy()
})

test.each([
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0', 'windows'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Safari/605', 'mac'],
  ['Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0', 'linux'],
  ['Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0', 'firefox'],
])('%s is %s', (userAgent, system) => {
  expect(ownSystem(userAgent)).toBe(system)
})
