import { AppError } from '@tessera/contract'
import { expect, test } from 'vitest'
import { checkPassword, checkUsername, readContact } from './policy.ts'

function errorOf(work: () => unknown): string | undefined {
  try {
    work()
    return undefined
  } catch (error) {
    if (error instanceof AppError) return error.code
    throw error
  }
}

test.each([
  ['13800000000', undefined],
  ['19912345678', undefined],
  ['12912345678', 'account.phone-invalid'],
  ['1391234567', 'account.phone-invalid'],
  ['139123456789', 'account.phone-invalid'],
  ['+8613912345678', 'account.phone-invalid'],
  ['1391234567a', 'account.phone-invalid'],
])('checks whether the phone number %s is valid', { meta: { spec: 'validation.phone-number' } }, (phone, error) => {
  expect(errorOf(() => readContact({ phone }))).toBe(error)
})

test.each([
  ['A@Example.org', undefined],
  ['a@example', 'account.email-invalid'],
  ['a b@example.org', 'account.email-invalid'],
  ['@example.org', 'account.email-invalid'],
  [`${'a'.repeat(250)}@example.org`, 'account.email-invalid'],
  ['', 'account.contact-required'],
])('checks whether the e-mail address %s is valid', { meta: { spec: 'validation.email-address' } }, (email, error) => {
  expect(errorOf(() => readContact({ email }))).toBe(error)
})

test('stores e-mail addresses in lower case', () => {
  expect(readContact({ email: 'A@Example.org' })).toEqual({ kind: 'email', receiver: 'a@example.org' })
})

test.each([
  ['Right@26', undefined],
  ['Right@2026Right@', undefined],
  ['Right@2', 'account.password-weak'],
  ['Right@2026Right@2', 'account.password-weak'],
  ['Right2026', 'account.password-weak'],
  ['Right@Right', 'account.password-weak'],
  ['12345@2026', 'account.password-weak'],
  ['Right @2026', 'account.password-weak'],
])('checks whether the password %s is allowed', { meta: { spec: 'limits.password-length' } }, (password, error) => {
  expect(errorOf(() => checkPassword(password))).toBe(error)
})

test.each([...'!@#$%^&*()_+.'])('accepts a password with the character %s', (character) => {
  expect(checkPassword(`Right2026${character}`)).toBe(`Right2026${character}`)
})

test.each([
  ['李雷', undefined],
  ['Anna Müller', undefined],
  ['a'.repeat(20), undefined],
  ['a'.repeat(21), 'account.username-invalid'],
  ['', 'account.username-invalid'],
  ['a  b', 'account.username-invalid'],
  [' a', 'account.username-invalid'],
  ['138 0013 8000', 'account.username-invalid'],
  ['13912345678', 'account.username-invalid'],
  ['a@example.org', 'account.username-invalid'],
  // This character is reserved for the names of deleted accounts, so no user name may contain it.
  ['\u{E0DE}', 'account.username-invalid'],
])('checks whether the user name %j is allowed', (username, error) => {
  expect(errorOf(() => checkUsername(username))).toBe(error)
})
