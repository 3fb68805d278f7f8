import { join } from 'node:path'
import { writeAtomically } from '@tessera/server'
import { createTransport } from 'nodemailer'
import { SECOND_MS } from '../../lib/clock.ts'
import type { Deps } from '../../lib/deps.ts'
import { newId } from '../../lib/ids.ts'

export type Place = Pick<Deps, 'settings' | 'clock' | 'log'>

/** Timeout of every step of a mail server or webhook. */
export const TIMEOUT_MS = 15 * SECOND_MS

export interface Mail {
  to: string
  subject: string
  text: string
}

/** Sends a mail. Throws the mail server's error if the server refuses the mail. */
export async function sendMail({ settings }: Place, url: string, { to, subject, text }: Mail, timeoutMs = TIMEOUT_MS) {
  const timeouts = { connectionTimeout: timeoutMs, greetingTimeout: timeoutMs, socketTimeout: timeoutMs }
  const transport = createTransport({ url, ...timeouts }, { from: settings.SMTP_FROM })
  // The receiver is an object, so that the library treats it as one address, whatever characters it contains.
  await transport.sendMail({ to: { name: '', address: to }, subject, text })
}

/** Writes a message to a file that only the platform's system user can read, if the message cannot be sent. */
export async function writeToOutbox({ settings, clock }: Place, message: Record<string, unknown>) {
  const content = JSON.stringify({ ...message, createTime: clock.now().toISOString() })
  await writeAtomically(join(outboxOf(settings), `${newId()}.json`), content)
}

export const outboxOf = (settings: { DATA_DIR: string }) => join(settings.DATA_DIR, 'outbox')
