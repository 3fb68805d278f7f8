import { join } from 'node:path'
import { writeAtomically } from '@tessera/server'
import { createTransport } from 'nodemailer'
import { SECOND_MS } from '../../lib/clock.ts'
import type { Deps } from '../../lib/deps.ts'
import { newId } from '../../lib/ids.ts'

export type Place = Pick<Deps, 'settings' | 'clock' | 'log'>

/** For a mail server's or webhook's every step: whoever does not answer by then does not answer. */
export const TIMEOUT_MS = 15 * SECOND_MS

export interface Mail {
  to: string
  subject: string
  text: string
}

/** Throws what the mail server says, when it does not take it. */
export async function sendMail({ settings }: Place, url: string, { to, subject, text }: Mail, timeoutMs = TIMEOUT_MS) {
  const timeouts = { connectionTimeout: timeoutMs, greetingTimeout: timeoutMs, socketTimeout: timeoutMs }
  const transport = createTransport({ url, ...timeouts }, { from: settings.SMTP_FROM })
  // As an object it is one address, whatever characters it holds.
  await transport.sendMail({ to: { name: '', address: to }, subject, text })
}

/** A file that only the platform's user reads, in place of a message nobody can send. */
export async function writeToOutbox({ settings, clock }: Place, message: Record<string, unknown>) {
  const content = JSON.stringify({ ...message, createTime: clock.now().toISOString() })
  await writeAtomically(join(outboxOf(settings), `${newId()}.json`), content)
}

export const outboxOf = (settings: { DATA_DIR: string }) => join(settings.DATA_DIR, 'outbox')
