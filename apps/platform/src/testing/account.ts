import { constants, createPublicKey, publicEncrypt } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { GetCaptcha, GetPublicKey, Login, Register, SendCode } from '@tessera/contract/wire'
import { eq } from 'drizzle-orm'
import { vi } from 'vitest'
import { hashPassword } from '../features/account/passwords.ts'
import { captchas } from '../features/account/table.ts'
import { buildUser, call, type TestUser, uniqueName, type World } from './index.ts'

export const PASSWORD = 'Right@2026'

export async function encrypt(world: Pick<World, 'app' | 'settings'>, text: string): Promise<string> {
  const { spki, nonce } = (await call(world, GetPublicKey)).result
  return sealUnder(spki, `${nonce} ${text}`)
}

/** Encrypts the text unchanged, without adding a nonce. */
export function sealUnder(spki: string, text: string): string {
  const key = createPublicKey({ key: Buffer.from(spki, 'base64'), format: 'der', type: 'spki' })
  const options = { key, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' }
  return publicEncrypt(options, Buffer.from(text)).toString('base64')
}

export async function logIn(world: World, username: string, password: string, captcha = 'right') {
  return call(world, Login, {
    username: await encrypt(world, username),
    password: await encrypt(world, password),
    captcha,
    captchaKey: '1',
  })
}

/** Draws a captcha and returns its answer. */
export async function drawCaptcha(world: World, key = '1'): Promise<string> {
  await call(world, GetCaptcha, { key })
  const [stored] = await world.db.select().from(captchas).where(eq(captchas.key, key))
  return stored?.answer ?? ''
}

/** Logs in from the address of another machine, so that the limits for addresses apply. */
export async function logInAsPerson(world: World, username: string, password: string) {
  return logIn(world, username, password, await drawCaptcha(world))
}

export async function outboxOf(world: World, to: string): Promise<{ to: string; kind: string; code: string }[]> {
  const folder = join(world.settings.DATA_DIR, 'outbox')
  const files = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.json')).sort()
  const messages = await Promise.all(files.map(async (name) => JSON.parse(await readFile(join(folder, name), 'utf8'))))
  return messages.filter((message) => message.to === to)
}

/**
 * Returns the newest code sent to this receiver. Waits for the code, because reset codes are sent in the background.
 */
export async function lastCode(world: World, to: string, kind = 'register'): Promise<string> {
  const sent = async () => (await outboxOf(world, to)).filter((message) => message.kind === kind)
  await vi.waitUntil(async () => (await sent()).length > 0)
  return (await sent()).at(-1)?.code ?? ''
}

export const newAddress = () => `${uniqueName('a')}@example.org`
export const newPhone = () => `139${String(Math.floor(Math.random() * 1e8)).padStart(8, '0')}`

export async function registered(world: World, email = newAddress(), username = uniqueName('u')) {
  await call(world, SendCode, { email, purpose: 'register' })
  const code = await lastCode(world, email)
  const password = await encrypt(world, PASSWORD)
  const answer = await call(world, Register, { email, username, password, code, userType: 2 })
  const { token, user } = answer.result
  return { email, username, token, user, as: { user: { userId: user.id, username, token } } }
}

/** Builds a user who has a password and can log in. */
export async function userWith(
  world: World,
  password = PASSWORD,
  more: { email?: string; phone?: string } = {},
): Promise<TestUser> {
  return buildUser(world, { passwordHash: await hashPassword(password), ...more })
}
