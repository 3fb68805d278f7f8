import { AppError } from '@tessera/contract'
import { CheckUnique, ResetPassword, SendCode, VerifyCode } from '@tessera/contract/wire'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { sessionActions } from '../../lib/session.ts'
import { sealing } from '../../testing/seal.ts'
import { fakeServer, fill, on, renderPage } from '../../testing/world.tsx'
import { ForgotPasswordFlow } from './ForgotPasswordFlow.tsx'

const { publicKey, unseal } = await sealing()

beforeEach(() => sessionActions.end('logout'))

const codeSent = on(SendCode, () => null)
const user = userEvent.setup()

async function askForCode() {
  await fill(await screen.findByLabelText('手机号或邮箱'), '13812345678')
  await user.click(screen.getByRole('button', { name: '发送验证码' }))
  return screen.findByRole('button', { name: /秒后重发$/ })
}

async function verify() {
  await askForCode()
  await fill(screen.getByLabelText('验证码'), '123456')
  await user.click(screen.getByRole('button', { name: '下一步' }))
}

test('waits 60 seconds before it sends another code, and does not reveal whether the account exists', {
  meta: { spec: 'screens.forgot-password' },
}, async () => {
  const { calls } = fakeServer(codeSent)
  renderPage(<ForgotPasswordFlow />)
  expect((await askForCode()).textContent).toMatch(/^(60|59|58) 秒后重发$/)
  expect(calls.map(({ path }) => path)).toEqual([SendCode.path])
  expect(calls[0]?.input).toEqual({ phone: '13812345678', purpose: 'reset' })
  expect(calls.some(({ path }) => path === CheckUnique.path)).toBe(false)
})

test('verifies the code, names the account, and sends the new password encrypted', {
  meta: { spec: 'screens.forgot-password' },
}, async () => {
  const { calls } = fakeServer(
    codeSent,
    publicKey,
    on(VerifyCode, () => ({ username: 'alice' })),
    on(ResetPassword, () => null),
  )
  const { router } = renderPage(<ForgotPasswordFlow />)
  await verify()
  expect(await screen.findByText('账号：alice')).toBeTruthy()
  const field = screen.getByLabelText('新密码')
  await user.type(field, 'short')
  await user.tab()
  expect((await screen.findAllByText(/^尚未满足：8 至 16 个字符、数字和符号/)).length).toBeGreaterThan(0)
  await user.clear(field)
  await user.type(field, 'Tessera@2027')
  await fill(screen.getByLabelText('再次输入'), 'Tessera@2027')
  await user.click(screen.getByRole('button', { name: '保存密码' }))
  expect(await screen.findByText('密码已修改。')).toBeTruthy()
  await waitFor(() => expect(router.state.location.href).toBe('/login'))
  const sent = calls.find(({ path }) => path === ResetPassword.path)?.input as { password: string }
  expect(sent).toMatchObject({ phone: '13812345678', code: '123456', username: 'alice' })
  expect(await unseal(sent.password)).toBe('Tessera@2027')
})

test('shows that the code is wrong and keeps contact and code', async () => {
  fakeServer(
    codeSent,
    on(VerifyCode, () => {
      throw new AppError('account.code-wrong')
    }),
  )
  renderPage(<ForgotPasswordFlow />)
  await verify()
  expect((await screen.findByRole('alert')).textContent).toContain('验证码')
  expect(screen.getByLabelText('手机号或邮箱')).toHaveProperty('value', '13812345678')
  expect(screen.getByLabelText('验证码')).toHaveProperty('value', '123456')
  expect(screen.queryByLabelText('新密码')).toBeNull()
})

test('keeps a new password that was refused, and lets the user go back for another code', async () => {
  fakeServer(
    codeSent,
    publicKey,
    on(VerifyCode, () => ({ username: 'alice' })),
    on(ResetPassword, () => {
      throw new AppError('account.code-wrong')
    }),
  )
  renderPage(<ForgotPasswordFlow />)
  await verify()
  await fill(await screen.findByLabelText('新密码'), 'Tessera@2027')
  await fill(screen.getByLabelText('再次输入'), 'Tessera@2027')
  await user.click(screen.getByRole('button', { name: '保存密码' }))
  expect((await screen.findByRole('alert')).textContent).toContain('验证码')
  expect(screen.getByLabelText('新密码')).toHaveProperty('value', 'Tessera@2027')
  await user.click(screen.getByRole('button', { name: '返回身份验证' }))
  expect(screen.getByLabelText('手机号或邮箱')).toHaveProperty('value', '13812345678')
})

test('disables the password reset over plain http and explains why', async () => {
  vi.stubGlobal('crypto', {})
  fakeServer()
  renderPage(<ForgotPasswordFlow />)
  expect((await screen.findByRole('alert')).textContent).toContain('普通 http 下无法登录')
  expect(screen.getByLabelText('手机号或邮箱')).toHaveProperty('disabled', true)
})
