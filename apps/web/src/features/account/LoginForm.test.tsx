import { AppError } from '@tessera/contract'
import { GetCaptcha, GetPublicKey, ListMyParties, Login } from '@tessera/contract/wire'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { getSession, sessionActions } from '../../lib/session.ts'
import { fakeServer, on, renderPage, testParty, testUser } from '../../lib/testing.tsx'
import { LoginForm } from './LoginForm.tsx'

const { subtle } = crypto
const OAEP = { name: 'RSA-OAEP', hash: 'SHA-256' }
const pair = await subtle.generateKey(
  { ...OAEP, modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]) },
  true,
  ['encrypt', 'decrypt'],
)
const spki = btoa(String.fromCharCode(...new Uint8Array(await subtle.exportKey('spki', pair.publicKey))))
const unseal = async (text: string) =>
  new TextDecoder().decode(
    await subtle.decrypt(
      OAEP,
      pair.privateKey,
      Uint8Array.from(atob(text), (char) => char.charCodeAt(0)),
    ),
  )

beforeEach(() => sessionActions.end('logout'))

const captcha = on(GetCaptcha, ({ key }) => `data:image/svg+xml,${key}`)
const publicKey = on(GetPublicKey, () => ({ keyId: 'k', spki }))

async function fillIn(password = 'Tessera@2026') {
  const user = userEvent.setup()
  await user.type(await screen.findByLabelText('用户名、手机号或邮箱'), 'alice')
  await user.type(screen.getByLabelText('密码'), password)
  await user.type(screen.getByLabelText('图形验证码'), 'aB3d')
  await user.keyboard('{Enter}')
}

test('user name and password travel encrypted; one party is chosen at once', async () => {
  let sent: { username: string; password: string; captcha: string } | undefined
  const server = fakeServer(
    captcha,
    publicKey,
    on(Login, (input) => {
      sent = input
      return { token: 'new-token', user: testUser }
    }),
    on(ListMyParties, () => [testParty()]),
  )
  renderPage(<LoginForm />)
  await fillIn()
  await waitFor(() => expect(getSession().token).toBe('new-token'))

  expect(await unseal(sent?.username ?? '')).toBe('alice')
  expect(await unseal(sent?.password ?? '')).toBe('Tessera@2026')
  expect(sent?.captcha).toBe('aB3d')
  expect(getSession().party?.id).toBe('1001')
  expect(server.calls.find(({ path }) => path === ListMyParties.path)?.headers.get('x-access-token')).toBe('new-token')
})

test('a refused log-in says why, shows another picture, and keeps name and password', async () => {
  let refuse = () => {}
  fakeServer(
    captcha,
    publicKey,
    on(
      Login,
      () =>
        new Promise((_, reject) => {
          refuse = () => reject(new AppError('account.captcha-wrong'))
        }),
    ),
  )
  renderPage(<LoginForm />)
  const before = (await screen.findByAltText('图形验证码')).getAttribute('src')
  await fillIn()
  await waitFor(() => expect(screen.getByLabelText('图形验证码')).toHaveProperty('disabled', true))
  // Browsers take the focus from a field that is disabled; jsdom does not.
  screen.getByLabelText('图形验证码').blur()
  await waitFor(() => {
    refuse()
    expect(screen.getByLabelText('图形验证码')).toHaveProperty('disabled', false)
  })

  expect(await screen.findByText(/图形验证码错误|验证码/, { selector: '.ant-alert *' })).toBeTruthy()
  await waitFor(() => expect(screen.getByAltText('图形验证码').getAttribute('src')).not.toBe(before))
  expect((screen.getByLabelText('密码') as HTMLInputElement).value).toBe('Tessera@2026')
  const captchaField = screen.getByLabelText('图形验证码')
  expect((captchaField as HTMLInputElement).value).toBe('')
  await waitFor(() => expect(document.activeElement).toBe(captchaField))
  expect(getSession().token).toBeNull()
})

test('a picture that does not come says why, and comes when asked for again', async () => {
  let isUp = false
  fakeServer(
    on(GetCaptcha, () => {
      if (!isUp) throw new TypeError('Failed to fetch')
      return 'data:image/svg+xml,x'
    }),
  )
  renderPage(<LoginForm />, { language: 'en' })
  expect((await screen.findByRole('alert')).textContent).toContain('The platform does not answer')
  isUp = true
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByAltText('Picture with the code to type')).toBeTruthy()
})

test('empty fields are named and nothing is sent', async () => {
  const server = fakeServer(captcha)
  renderPage(<LoginForm />, { language: 'en' })
  await userEvent.setup().click(await screen.findByRole('button', { name: 'Log in' }))
  expect(await screen.findByText('Type your password.')).toBeTruthy()
  expect(server.calls.every(({ path }) => path === GetCaptcha.path)).toBe(true)
})

test('where the browser may not encrypt, that is said before anything is typed', async () => {
  vi.stubGlobal('crypto', {})
  fakeServer(captcha)
  renderPage(<LoginForm />, { language: 'en' })
  expect(await screen.findByText(/plain http from another computer/)).toBeTruthy()
})
