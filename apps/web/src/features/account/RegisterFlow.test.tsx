import { AppError } from '@tessera/contract'
import { CheckUnique, Register, SendCode, VerifyCode } from '@tessera/contract/wire'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { type Language, setLanguage } from '../../lib/i18n.ts'
import { getSession, sessionActions } from '../../lib/session.ts'
import { sealing } from '../../testing/seal.ts'
import { fakeServer, fill, on, renderPage, testUser } from '../../testing/world.tsx'
import { RegisterFlow } from './RegisterFlow.tsx'

const { publicKey, unseal } = await sealing()

beforeEach(() => sessionActions.end('logout'))

const free = on(CheckUnique, () => null)
const codeSent = on(SendCode, () => null)
const verified = on(VerifyCode, () => ({ username: '' }))
const user = userEvent.setup()

const open = (language: Language = 'en') => renderPage(<RegisterFlow />, { language })
const button = (name: string | RegExp) => screen.getByRole('button', { name })

async function verify(contact = 'dora@mail.example') {
  await fill(await screen.findByLabelText('Phone or e-mail'), contact)
  await user.click(button('Send code'))
  await screen.findByText(`We sent a code to ${contact}.`)
  await fill(screen.getByLabelText('Verification code'), '123456')
  await user.click(screen.getByRole('checkbox'))
  await user.click(button('Continue'))
  await screen.findByLabelText('User name')
}

async function name(username = 'dora') {
  await fill(screen.getByLabelText('User name'), username)
  await fill(screen.getByLabelText('Password'), 'Newcomer@2026')
  await fill(screen.getByLabelText('Repeat password'), 'Newcomer@2026')
  await user.click(button('Create account'))
}

test.each([
  ['dora@mail.example', { email: 'dora@mail.example' }],
  ['13812345678', { phone: '13812345678' }],
])(
  'registers %s in two steps with an encrypted password and opens the welcome page',
  { meta: { spec: 'screens.register' } },
  async (contact, expected) => {
    const { calls } = fakeServer(
      free,
      codeSent,
      verified,
      publicKey,
      on(Register, () => ({ token: 'new-token', user: testUser })),
    )
    const { router } = open()
    await verify(contact)
    await name()
    await waitFor(() => expect(router.state.location.href).toBe('/register-success'))
    expect(getSession().token).toBe('new-token')
    const sent = calls.find(({ path }) => path === Register.path)?.input as { password: string }
    expect(sent).toMatchObject({ ...expected, username: 'dora', code: '123456', userType: 2 })
    expect(await unseal(sent.password)).toBe('Newcomer@2026')
  },
)

test('sends a code by keyboard without showing an error at the code field on the way to the button', async () => {
  fakeServer(free, codeSent)
  open()
  await user.type(await screen.findByLabelText('Phone or e-mail'), 'dora@mail.example')
  await user.tab()
  expect(document.activeElement).toBe(screen.getByLabelText('Verification code'))
  await user.tab()
  expect(document.activeElement).toBe(button('Send code'))
  await user.keyboard('{Enter}')
  await screen.findByText('We sent a code to dora@mail.example.')
  expect(screen.queryByText('Enter the code we sent you.')).toBeNull()
})

test('waits 120 seconds before it sends another code to the same receiver, but not to another one', {
  meta: { spec: 'validation.code-resend-interval' },
}, async () => {
  fakeServer(free, codeSent)
  open()
  const contact = await screen.findByLabelText('Phone or e-mail')
  await user.type(contact, 'dora@mail.example')
  await user.click(button('Send code'))
  const waiting = await screen.findByRole('button', { name: /^Resend in (120|119|118) s$/ })
  expect(waiting).toHaveProperty('disabled', true)
  await user.type(contact, 's')
  expect(button('Send code')).toHaveProperty('disabled', false)
})

test('sends a code even if the user clicks before the page is rendered again', async () => {
  const { calls } = fakeServer(free, codeSent)
  open()
  const contact = await screen.findByLabelText('Phone or e-mail')
  const send = button('Send code')
  act(() => {
    fireEvent.change(contact, { target: { value: 'dora@mail.example' } })
    fireEvent.click(send)
  })
  await screen.findByText('We sent a code to dora@mail.example.')
  expect(calls.find(({ path }) => path === SendCode.path)?.input).toMatchObject({ email: 'dora@mail.example' })
})

test('counts down the remaining seconds if a code is requested too soon', async () => {
  fakeServer(
    free,
    on(SendCode, () => {
      throw new AppError('account.code-too-soon', { seconds: 77 })
    }),
  )
  open()
  await fill(await screen.findByLabelText('Phone or e-mail'), 'dora@mail.example')
  await user.click(button('Send code'))
  expect(await screen.findByRole('button', { name: /^Resend in 7[5-7] s$/ })).toHaveProperty('disabled', true)
  expect(screen.getByRole('alert').textContent).toContain('77')
})

test('reports an address that is already registered when its field is left, and sends no code', {
  meta: { spec: 'validation.contact-unused' },
}, async () => {
  const { calls } = fakeServer(
    on(CheckUnique, () => {
      throw new AppError('account.email-taken')
    }),
  )
  open()
  await fill(await screen.findByLabelText('Phone or e-mail'), 'alice@mail.example')
  await user.tab()
  expect(await screen.findByText('This e-mail address is already registered.')).toBeTruthy()
  await user.click(button('Send code'))
  act(() => setLanguage('cn'))
  expect(await screen.findByText(/该邮箱|邮箱已/)).toBeTruthy()
  // The platform limits how often availability can be checked.
  expect(calls.map(({ path }) => path)).toEqual([CheckUnique.path])
})

test('does not check whether text that is no phone number or e-mail address is registered', async () => {
  const { calls } = fakeServer()
  open()
  await user.type(await screen.findByLabelText('Phone or e-mail'), '12345')
  await user.tab()
  expect(await screen.findByText('Enter an 11-digit phone number or an e-mail address.')).toBeTruthy()
  expect(calls).toEqual([])
})

test('requires consent to the terms, and opens their links in a new tab', {
  meta: { spec: 'screens.register' },
}, async () => {
  const { calls } = fakeServer(free, codeSent)
  open()
  await fill(await screen.findByLabelText('Phone or e-mail'), 'dora@mail.example')
  await fill(screen.getByLabelText('Verification code'), '123456')
  await user.click(button('Continue'))
  expect(await screen.findByText('Agree to the terms of use and the privacy notice to register.')).toBeTruthy()
  expect(calls.some(({ path }) => path === VerifyCode.path)).toBe(false)
  for (const [title, path] of [
    [/^terms of use/, '/terms'],
    [/^privacy notice/, '/privacy'],
  ] as const) {
    const link = screen.getByRole('link', { name: title })
    expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual([path, '_blank'])
  }
})

test('marks the password rules that are met while the user types and announces the others', {
  meta: { spec: 'validation.password-strength' },
}, async () => {
  fakeServer(free, codeSent, verified)
  open()
  await verify()
  const metRules = () => [...document.querySelectorAll('.t-rules li[data-kept=true]')].map((rule) => rule.textContent)
  const field = screen.getByLabelText('Password')
  await user.type(field, 'abc')
  expect(metRules()).toEqual(['a letter: met', 'no spaces: met'])
  const status = document.querySelector('[role=status].t-visually-hidden')
  expect(status?.textContent).toBe('Still missing: 8 to 16 characters, a digit and one of !@#$%^&*()_+..')
  await user.type(field, 'd@2026')
  expect(metRules()).toHaveLength(5)
  expect(status?.textContent).toBe('The password meets all requirements.')
  await user.type(screen.getByLabelText('Repeat password'), 'abcd@2027')
  await user.tab()
  expect(await screen.findByText('The passwords do not match.')).toBeTruthy()
})

test('accepts single spaces between the words of a user name, but no double spaces', async () => {
  fakeServer(free, codeSent, verified)
  open()
  await verify()
  const field = screen.getByLabelText('User name')
  await user.type(field, 'Anna  Müller')
  await user.tab()
  expect(await screen.findByText(/single spaces between words/)).toBeTruthy()
  await user.clear(field)
  await user.type(field, 'Anna Müller')
  await user.tab()
  await waitFor(() => expect(screen.queryByText(/single spaces between words/)).toBeNull())
})

test('reports a user name that is in use when its field is left', async () => {
  fakeServer(
    on(CheckUnique, (input) => {
      if (input.username) throw new AppError('account.username-taken')
      return null
    }),
    codeSent,
    verified,
  )
  open()
  await verify()
  await fill(screen.getByLabelText('User name'), 'alice')
  await user.tab()
  expect(await screen.findByText('This user name is already in use. Choose another one.')).toBeTruthy()
})

test('shows at the field that another user has taken the user name meanwhile, and keeps the input', {
  meta: { spec: 'screens.register' },
}, async () => {
  fakeServer(
    free,
    codeSent,
    verified,
    publicKey,
    on(Register, () => {
      throw new AppError('account.username-taken')
    }),
  )
  const { router } = open()
  await verify()
  await name()
  expect(
    await screen.findByText('This user name is already in use. Choose another one.', {
      selector: '.ant-form-item-explain-error',
    }),
  ).toBeTruthy()
  expect(screen.getByLabelText('Password')).toHaveProperty('value', 'Newcomer@2026')
  expect(screen.getByLabelText('User name')).toHaveProperty('value', 'dora')
  expect(router.state.location.href).toBe('/')
})

test('lets the user go back for another code after the first expired, and keeps the input', async () => {
  fakeServer(
    free,
    codeSent,
    verified,
    publicKey,
    on(Register, () => {
      throw new AppError('account.code-wrong')
    }),
  )
  open()
  await verify()
  await name()
  expect((await screen.findByRole('alert')).textContent).toContain('incorrect or has expired')
  await user.click(button('Back to verification'))
  expect(screen.getByLabelText('Phone or e-mail')).toHaveProperty('value', 'dora@mail.example')
  await user.click(button('Continue'))
  await waitFor(() => expect(screen.getByLabelText('User name').closest('[hidden]')).toBeNull())
  expect(screen.getByLabelText('User name')).toHaveProperty('value', 'dora')
})

test('disables the registration over plain http and explains why', async () => {
  vi.stubGlobal('crypto', {})
  fakeServer()
  open()
  expect((await screen.findByRole('alert')).textContent).toContain('Log-in is not possible over plain http')
  expect(screen.getByLabelText('Phone or e-mail')).toHaveProperty('disabled', true)
  expect(button('Continue')).toHaveProperty('disabled', true)
})
