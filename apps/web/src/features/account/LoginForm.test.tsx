import { AppError } from '@tessera/contract'
import { GetAbout, GetCaptcha, ListMyParties, Login } from '@tessera/contract/wire'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { base64url } from '../../lib/base64.ts'
import { getSession, sessionActions } from '../../lib/session.ts'
import { sealing } from '../../testing/seal.ts'
import { fakeServer, fill, on, renderPage, testParty, testUser } from '../../testing/world.tsx'
import { LoginForm } from './LoginForm.tsx'

const { publicKey, unseal } = await sealing()

beforeEach(() => sessionActions.end('logout'))

const captcha = on(GetCaptcha, ({ key }) => `data:image/svg+xml,${key}`)

async function fillIn(password = 'Tessera@2026') {
  const user = userEvent.setup()
  await fill(await screen.findByLabelText('用户名、手机号或邮箱'), 'alice')
  await fill(screen.getByLabelText('密码'), password)
  await fill(screen.getByLabelText('图形验证码'), 'aB3d')
  await user.keyboard('{Enter}')
}

test('sends user name and password encrypted, and chooses the user’s only party', {
  meta: { spec: 'screens.login' },
}, async () => {
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

test('sends the newest mark by which the platform recognises this browser, for each user who has logged in here', async () => {
  const markOf = (userId: string, browser: string) =>
    `x.${base64url(new TextEncoder().encode(JSON.stringify({ sub: userId, jti: browser })))}.y`
  const sent: (string[] | undefined)[] = []
  const marks = [markOf('u1', 'first'), markOf('u2', 'first'), markOf('u1', 'second')]
  fakeServer(
    captcha,
    publicKey,
    on(Login, ({ knownBrowsers }) => {
      sent.push(knownBrowsers)
      return { token: `token ${sent.length}`, user: testUser, knownBrowser: marks[sent.length - 1] }
    }),
    on(ListMyParties, () => [testParty()]),
  )
  for (let time = 1; time <= 4; time += 1) {
    const { unmount } = renderPage(<LoginForm />)
    await fillIn()
    await waitFor(() => expect(getSession().token).toBe(`token ${time}`))
    unmount()
  }
  expect(sent).toEqual([[], [marks[0]], [marks[1], marks[0]], [marks[2], marks[1]]])
})

test('shows why the log-in was refused and a new picture code, and keeps name and password', {
  meta: { spec: 'errors.login-captcha-renewal' },
}, async () => {
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
  // Blurs the field explicitly: a browser takes the focus from a disabled field, but jsdom does not.
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

test('shows why the picture code could not be loaded, and loads it on retry', async () => {
  let isUp = false
  fakeServer(
    on(GetCaptcha, () => {
      if (!isUp) throw new TypeError('Failed to fetch')
      return 'data:image/svg+xml,x'
    }),
  )
  renderPage(<LoginForm />, { language: 'en' })
  expect((await screen.findByRole('alert')).textContent).toContain('The platform does not respond')
  isUp = true
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByAltText('Picture with the verification code')).toBeTruthy()
})

test('reports empty fields and sends no request', {
  meta: { spec: ['screens.login', 'validation.login-fields'] },
}, async () => {
  const server = fakeServer(captcha)
  renderPage(<LoginForm />, { language: 'en' })
  await userEvent.setup().click(await screen.findByRole('button', { name: 'Log in' }))
  expect(await screen.findByText('Enter your password.')).toBeTruthy()
  expect(server.calls.every(({ path }) => path === GetCaptcha.path)).toBe(true)
})

const about = (httpsUrl: string | null) => on(GetAbout, () => ({ version: '2.6.4', hasMarket: false, httpsUrl }))

test('disables the log-in and links to the https address if the browser cannot encrypt', {
  meta: { spec: 'screens.login-https-required' },
}, async () => {
  vi.stubGlobal('crypto', {})
  fakeServer(captcha, about('https://tessera.example:8443'))
  renderPage(<LoginForm />, { language: 'en' })
  expect((await screen.findByRole('alert')).textContent).toContain('Log-in is not possible over plain http')
  const way = await screen.findByRole('link', { name: /^https:/ })
  expect(way.getAttribute('href')).toBe('https://tessera.example:8443/')
  for (const label of ['User name, phone or e-mail', 'Password', 'Verification code']) {
    expect(screen.getByLabelText(label)).toHaveProperty('disabled', true)
  }
  expect(screen.getByRole('button', { name: 'Log in' })).toHaveProperty('disabled', true)
})

test('tells IT staff which settings to change if there is no https address', {
  meta: { spec: 'screens.login-https-required' },
}, async () => {
  vi.stubGlobal('crypto', {})
  fakeServer(captcha, about(null))
  renderPage(<LoginForm />)
  const notice = await screen.findByRole('alert')
  for (const name of ['TLS_CERT', 'TLS_KEY', 'PUBLIC_URL']) expect(notice.textContent).toContain(name)
  expect(screen.queryByRole('link', { name: /^https:/ })).toBeNull()
})

test('counts down after too many wrong passwords, and sends no request meanwhile', {
  meta: { spec: 'screens.login' },
}, async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const tried: string[] = []
  fakeServer(
    captcha,
    publicKey,
    on(Login, ({ captcha }) => {
      tried.push(captcha)
      throw new AppError('account.slow-down', { seconds: 5 })
    }),
  )
  renderPage(<LoginForm />)
  await fillIn()
  const button = await screen.findByRole('button', { name: /秒后可再次登录/ })
  expect(button).toHaveProperty('disabled', true)
  const enter = (captcha: string) => {
    fireEvent.change(screen.getByLabelText('图形验证码'), { target: { value: captcha } })
    fireEvent.submit(screen.getByLabelText('图形验证码').closest('form') as HTMLFormElement)
  }
  enter('early')
  vi.setSystemTime(Date.now() + 5_000)
  await waitFor(() => expect(screen.getByRole('button', { name: '登录' })).toHaveProperty('disabled', false))
  enter('later')
  await waitFor(() => expect(tried.at(-1)).toBe('later'))
  expect(tried).toEqual(['aB3d', 'later'])
})

test('shows a farewell after the user has deleted the account', {
  meta: { spec: 'screens.account-deletion' },
}, async () => {
  fakeServer(captcha)
  sessionActions.start('token', testUser)
  sessionActions.end('deleted')
  renderPage(<LoginForm />)
  expect(await screen.findByText('您的账号已注销，感谢您的使用。')).toBeTruthy()
})
