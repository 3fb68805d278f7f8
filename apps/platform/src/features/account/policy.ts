import { EMAIL, fail, isUsername, PASSWORD, PHONE } from '@tessera/contract'

export type Contact = { phone?: string | undefined; email?: string | undefined }

/** Returns the given phone number or e-mail address, checked and in the form in which it is stored. */
export function readContact({ phone, email }: Contact): { kind: 'phone' | 'email'; receiver: string } {
  if (phone) {
    if (!PHONE.test(phone)) fail('account.phone-invalid')
    return { kind: 'phone', receiver: phone }
  }
  if (!email) fail('account.contact-required')
  if (!EMAIL.test(email) || email.length > 254) fail('account.email-invalid')
  return { kind: 'email', receiver: email.toLowerCase() }
}

export const checkUsername = (username: string): string =>
  isUsername(username) ? username : fail('account.username-invalid')

export function checkPassword(password: string): string {
  if (!PASSWORD.test(password)) fail('account.password-weak')
  return password
}
