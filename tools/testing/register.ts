import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Register, SendCode } from '@tessera/contract/wire'
import type { Client } from '../client.ts'

/** Registers an account at a platform on this machine, with the code from its outbox, which replaces a mail server. */
export async function register(client: Client, platformData: string, person: { email: string; username: string }) {
  const { email, username } = person
  await client.call(SendCode, { email, purpose: 'register' })
  const outbox = join(platformData, 'outbox')
  const names = readdirSync(outbox).filter((name) => name.endsWith('.json'))
  const mails = names.map((name) => JSON.parse(readFileSync(join(outbox, name), 'utf8')))
  const { code } = mails.find(({ to }) => to === email)
  const password = (await client.encryption())('Tessera@2026')
  client.token = (await client.call(Register, { email, username, password, code, userType: 2 })).token
  client.username = username
}
