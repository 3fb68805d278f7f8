import { GetEdgeCertificate } from '@tessera/contract/wire'
import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { showCertificateHelp } from '../../lib/certificate-help.ts'
import { sessionActions } from '../../lib/session.ts'
import { fakeServer, logIn, on, renderPage, testParty } from '../../testing/world.tsx'
import { CertificateDialog, ownSystem } from './CertificateDialog.tsx'

/** SHA-256 of the bytes of "Tessera", as computed by sha256sum. */
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

test('saves the certificate of the edge, fetched through the platform, and shows its fingerprint', {
  meta: { spec: 'screens.dialog-certificate-download' },
}, async () => {
  logIn()
  const pem = `-----BEGIN CERTIFICATE-----\n${btoa('Tessera')}\n-----END CERTIFICATE-----\n`
  const { calls } = fakeServer(on(GetEdgeCertificate, () => ({ pem })))
  open()
  await user.click(await screen.findByRole('button', { name: /Download certificate/ }))
  expect(await screen.findByText('Saved as tessera-edge-1001.crt.')).toBeTruthy()
  expect(saved.map(({ name }) => name)).toEqual(['tessera-edge-1001.crt'])
  expect(await saved[0]?.content.text()).toBe(pem)
  expect(calls.map(({ input }) => input)).toEqual([{ partyId: '1001' }])
  expect(screen.getByText(FINGERPRINT)).toBeTruthy()
})

test('saves no certificate and explains why if another issuer has signed the edge’s certificate', {
  meta: { spec: 'screens.dialog-certificate-download' },
}, async () => {
  logIn()
  fakeServer(on(GetEdgeCertificate, () => ({ pem: null })))
  open()
  await user.click(await screen.findByRole('button', { name: /Download certificate/ }))
  expect(await screen.findByText(/certificate from another issuer/)).toBeTruthy()
  expect(saved).toEqual([])
})

test.each([
  ['a visitor without a session', () => {}, /^Log in first/],
  ['a party without an edge', () => logIn({ party: testParty({ edgeUrl: null }) }), /no edge yet/],
])('explains to %s why there is no certificate to download', async (_who, become, reason) => {
  become()
  fakeServer()
  open()
  expect(await screen.findByText(reason)).toBeTruthy()
  expect(screen.queryByRole('button', { name: /Download certificate/ })).toBeNull()
})

test('opens the instructions for the reader’s own system and offers the others as tabs', {
  meta: { spec: 'screens.dialog-certificate-download' },
}, async () => {
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
])('recognises %s as %s', (userAgent, system) => {
  expect(ownSystem(userAgent)).toBe(system)
})
