import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fail, type Language } from '@tessera/contract'
import { createTransport } from 'nodemailer'
import type { Deps } from '../../lib/deps.ts'
import { newId } from '../../lib/ids.ts'
import type { Purpose } from './codes.ts'

export interface CodeMessage {
  to: string
  channel: 'phone' | 'email'
  kind: Purpose
  code: string
  language: Language
}
type Place = Pick<Deps, 'settings' | 'clock' | 'log'>

const TIMEOUT_MS = 15_000
const TEXTS = {
  cn: (code: string) => ({
    subject: 'Tessera 验证码',
    text: `您的验证码是 ${code}，10 分钟内有效。如非本人操作，请忽略。`,
  }),
  en: (code: string) => ({
    subject: 'Your Tessera code',
    text: `Your verification code is ${code}. It is good for 10 minutes. If you did not ask for it, ignore this message.`,
  }),
}

/** By mail or text message where that is set up, else as a file in the outbox folder. */
export async function deliverCode(place: Place, message: CodeMessage): Promise<void> {
  const { SMTP_URL, SMS_WEBHOOK } = place.settings
  try {
    if (message.channel === 'email' && SMTP_URL) return await sendMail(place, SMTP_URL, message)
    if (message.channel === 'phone' && SMS_WEBHOOK) return await callWebhook(SMS_WEBHOOK, message)
    await writeToOutbox(place, message)
  } catch (error) {
    place.log.error({ err: error, channel: message.channel }, 'a verification code could not be sent')
    fail('account.code-not-sent')
  }
}

/** Said at the start, so that nobody waits for mails that are files. */
export function tellDelivery({ settings, log }: Place) {
  const missing = [settings.SMTP_URL ? [] : 'mails', settings.SMS_WEBHOOK ? [] : 'text messages'].flat()
  if (missing.length > 0) log.warn(`${missing.join(' and ')} are written to ${outboxOf(settings)}, not sent`)
}

async function sendMail({ settings }: Place, url: string, { to, code, language }: CodeMessage) {
  const transport = createTransport(url, { from: settings.SMTP_FROM })
  await transport.sendMail({ to, ...TEXTS[language](code) })
}

async function callWebhook(url: string, { to, kind, code, language }: CodeMessage) {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ to, kind, code, text: TEXTS[language](code).text }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  if (!response.ok) throw new Error(`the SMS webhook answered ${response.status}`)
}

async function writeToOutbox({ settings, clock }: Place, { to, kind, code }: CodeMessage) {
  const folder = outboxOf(settings)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, `${newId()}.json`)
  await writeFile(`${path}.tmp`, JSON.stringify({ to, kind, code, createTime: clock.now().toISOString() }), {
    mode: 0o600,
  })
  await rename(`${path}.tmp`, path)
}

const outboxOf = (settings: { DATA_DIR: string }) => join(settings.DATA_DIR, 'outbox')
