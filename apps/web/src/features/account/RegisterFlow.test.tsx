import { AppError } from '@tessera/contract'
import { CheckUnique, Register, SendCode, VerifyCode } from '@tessera/contract/wire'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { type Language, setLanguage } from '../../lib/i18n.ts'
import { getSession, sessionActions } from '../../lib/session.ts'
import { fakeServer, fill, on, renderPage, testUser } from '../../lib/testing.tsx'
import { sealing } from '../../lib/testing-seal.ts'
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
  await screen.findByText(`A code is on its way to ${contact}.`)
  await fill(screen.getByLabelText('Verification code'), '123456')
  await user.click(screen.getByRole('checkbox'))
  await user.click(button('Continue'))
  await screen.findByLabelText('User name')
}

async function name(username = 'dora') {
  await fill(screen.getByLabelText('User name'), username)
  await fill(screen.getByLabelText('Password'), 'Newcomer@2026')
  await fill(screen.getByLabelText('Repeat the password'), 'Newcomer@2026')
  await user.click(button('Create account'))
}

test.each([
  ['dora@mail.example', { email: 'dora@mail.example' }],
  ['13812345678', { phone: '13812345678' }],
])('registers %s in two steps, the password encrypted, and is welcomed', async (contact, expected) => {
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
})

test('by keyboard a code is sent like by mouse: nothing is said of the field that was passed on the way', async () => {
  fakeServer(free, codeSent)
  open()
  await user.type(await screen.findByLabelText('Phone or e-mail'), 'dora@mail.example')
  await user.tab()
  expect(document.activeElement).toBe(screen.getByLabelText('Verification code'))
  await user.tab()
  expect(document.activeElement).toBe(button('Send code'))
  await user.keyboard('{Enter}')
  await screen.findByText('A code is on its way to dora@mail.example.')
  expect(screen.queryByText('Type the code we sent you.')).toBeNull()
})

test('another code has to wait 120 seconds; another receiver has not', async () => {
  fakeServer(free, codeSent)
  open()
  const contact = await screen.findByLabelText('Phone or e-mail')
  await user.type(contact, 'dora@mail.example')
  await user.click(button('Send code'))
  const waiting = await screen.findByRole('button', { name: /^Again in (120|119|118) s$/ })
  expect(waiting).toHaveProperty('disabled', true)
  await user.type(contact, 's')
  expect(button('Send code')).toHaveProperty('disabled', false)
})

test('whoever is quicker than the page is sent a code all the same', async () => {
  const { calls } = fakeServer(free, codeSent)
  open()
  const contact = await screen.findByLabelText('Phone or e-mail')
  const send = button('Send code')
  act(() => {
    fireEvent.change(contact, { target: { value: 'dora@mail.example' } })
    fireEvent.click(send)
  })
  await screen.findByText('A code is on its way to dora@mail.example.')
  expect(calls.find(({ path }) => path === SendCode.path)?.input).toMatchObject({ email: 'dora@mail.example' })
})

test('a code that was asked for too soon: the button counts what is left', async () => {
  fakeServer(
    free,
    on(SendCode, () => {
      throw new AppError('account.code-too-soon', { seconds: 77 })
    }),
  )
  open()
  await fill(await screen.findByLabelText('Phone or e-mail'), 'dora@mail.example')
  await user.click(button('Send code'))
  expect(await screen.findByRole('button', { name: /^Again in 7[5-7] s$/ })).toHaveProperty('disabled', true)
  expect(screen.getByRole('alert').textContent).toContain('77')
})

test('an address that is taken is said on leaving the field, in either language, and no code is sent', async () => {
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
  // The platform counts how often it is asked.
  expect(calls.map(({ path }) => path)).toEqual([CheckUnique.path])
})

test('what is neither phone nor address is not asked for', async () => {
  const { calls } = fakeServer()
  open()
  await user.type(await screen.findByLabelText('Phone or e-mail'), '12345')
  await user.tab()
  expect(await screen.findByText('Type an 11-digit phone number or an e-mail address.')).toBeTruthy()
  expect(calls).toEqual([])
})

test('nobody goes on without the terms, which open beside what was typed', async () => {
  const { calls } = fakeServer(free, codeSent)
  open()
  await fill(await screen.findByLabelText('Phone or e-mail'), 'dora@mail.example')
  await fill(screen.getByLabelText('Verification code'), '123456')
  await user.click(button('Continue'))
  expect(await screen.findByText('Registration needs your agreement.')).toBeTruthy()
  expect(calls.some(({ path }) => path === VerifyCode.path)).toBe(false)
  for (const [title, path] of [
    [/^terms of use/, '/terms'],
    [/^privacy notice/, '/privacy'],
  ] as const) {
    const link = screen.getByRole('link', { name: title })
    expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual([path, '_blank'])
  }
})

test('the rules of a password are ticked off while it is typed, and read out', async () => {
  fakeServer(free, codeSent, verified)
  open()
  await verify()
  const kept = () => [...document.querySelectorAll('.t-rules li[data-kept=true]')].map((rule) => rule.textContent)
  const field = screen.getByLabelText('Password')
  await user.type(field, 'abc')
  expect(kept()).toEqual(['a letter: fulfilled', 'no spaces: fulfilled'])
  const status = document.querySelector('[role=status].t-visually-hidden')
  expect(status?.textContent).toBe('Still needed: 8 to 16 characters, a digit and one of !@#$%^&*()_+..')
  await user.type(field, 'd@2026')
  expect(kept()).toHaveLength(5)
  expect(status?.textContent).toBe('The password keeps all rules.')
  await user.type(screen.getByLabelText('Repeat the password'), 'abcd@2027')
  await user.tab()
  expect(await screen.findByText('The two passwords differ.')).toBeTruthy()
})

test('people are called with spaces between words, one at a time', async () => {
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

test('a name that is taken is said on leaving the field', async () => {
  fakeServer(
    on(CheckUnique, (asked) => {
      if (asked.username) throw new AppError('account.username-taken')
      return null
    }),
    codeSent,
    verified,
  )
  open()
  await verify()
  await fill(screen.getByLabelText('User name'), 'alice')
  await user.tab()
  expect(await screen.findByText('This user name is taken.')).toBeTruthy()
})

test('a name that somebody took meanwhile is said where it was typed, and all that was typed stays', async () => {
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
  expect(await screen.findByText('This user name is taken.', { selector: '.ant-form-item-explain-error' })).toBeTruthy()
  expect(screen.getByLabelText('Password')).toHaveProperty('value', 'Newcomer@2026')
  expect(screen.getByLabelText('User name')).toHaveProperty('value', 'dora')
  expect(router.state.location.href).toBe('/')
})

test('with a code that has expired one goes back for another, and finds everything again', async () => {
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
  expect((await screen.findByRole('alert')).textContent).toContain('wrong or expired')
  await user.click(button('Back to the verification'))
  expect(screen.getByLabelText('Phone or e-mail')).toHaveProperty('value', 'dora@mail.example')
  await user.click(button('Continue'))
  await waitFor(() => expect(screen.getByLabelText('User name').closest('[hidden]')).toBeNull())
  expect(screen.getByLabelText('User name')).toHaveProperty('value', 'dora')
})

test('over plain http the form is closed and says why', async () => {
  vi.stubGlobal('crypto', {})
  fakeServer()
  open()
  expect((await screen.findByRole('alert')).textContent).toContain('Nobody can log in over plain http')
  expect(screen.getByLabelText('Phone or e-mail')).toHaveProperty('disabled', true)
  expect(button('Continue')).toHaveProperty('disabled', true)
})
