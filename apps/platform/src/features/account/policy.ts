import { EMAIL, fail, PASSWORD, PHONE, USERNAME_MAX } from '@tessera/contract'
import { isAtLeast, leastOf, type RightName, rankOf, rightsWithin } from '@tessera/contract/rights'
import type { Actor } from '../../lib/auth.ts'

export type Contact = { phone?: string | undefined; email?: string | undefined }

/** The one address of phone and e-mail that was given, checked and in the form we keep. */
export function readContact({ phone, email }: Contact): { kind: 'phone' | 'email'; receiver: string } {
  if (phone) {
    if (!PHONE.test(phone)) fail('account.phone-invalid')
    return { kind: 'phone', receiver: phone }
  }
  if (!email) fail('account.contact-required')
  if (!EMAIL.test(email) || email.length > 254) fail('account.email-invalid')
  return { kind: 'email', receiver: email.toLowerCase() }
}

/** A name that reads like a phone number or an address could pass for somebody else's at log-in. */
export function checkUsername(username: string): string {
  const isPlain = /^[^\s\p{C}]+$/u.test(username) && [...username].length <= USERNAME_MAX
  if (!isPlain || PHONE.test(username) || EMAIL.test(username)) fail('account.username-invalid')
  return username
}

export function checkPassword(password: string): string {
  if (!PASSWORD.test(password)) fail('account.password-weak')
  return password
}

/** Menu entries, as the wire calls them, with the right to open each. */
const MENU = {
  home: 'platform.read',
  task: 'task.list-pool',
  data: 'dataset.list-pool',
  algorithm: 'algorithm.read',
  modal: 'model.list-pool',
  journal: 'platform.read',
  mytask: 'task.list-own',
  mydata: 'dataset.list-own',
  mymodal: 'model.list-own',
  environment: 'edge.see',
} satisfies Record<string, RightName>

type Ranked = Parameters<typeof rankOf>[0]

/** The caller's role as the table of rights knows it. */
export function roleOf(actor: Ranked): { role: Actor['role']; isSuperAdmin: boolean } {
  const rank = rankOf(actor)
  const isSuperAdmin = isAtLeast(rank, 'super-admin')
  if (isAtLeast(rank, 'admin')) return { role: 'admin', isSuperAdmin }
  return { role: isAtLeast(rank, 'member') ? 'member' : 'tourist', isSuperAdmin }
}

/**
 * Menu entries and buttons by the rank alone: what somebody like this can do at all. Whether they may with this very
 * task or model, its `abilities` say, and the server checks every call on its own.
 */
export function permissionsOf(actor: Ranked): { menu: string[]; buttons: string[] } {
  const rank = rankOf(actor)
  const menu = Object.entries(MENU).flatMap(([entry, right]) => (isAtLeast(rank, leastOf(right)) ? [entry] : []))
  return { menu, buttons: rightsWithin(rank) }
}
