import { CODE_MINUTES, fail, type Language } from '@tessera/contract'
import type { Purpose } from './codes.ts'
import { outboxOf, type Place, sendMail, TIMEOUT_MS, writeToOutbox } from './messages.ts'

export interface CodeMessage {
  to: string
  channel: 'phone' | 'email'
  kind: Purpose
  code: string
  language: Language
}

const TEXTS = {
  cn: (code: string) => ({
    subject: 'Tessera 验证码',
    text: `您的验证码是 ${code}，${CODE_MINUTES} 分钟内有效。如非本人操作，请忽略。`,
  }),
  en: (code: string) => ({
    subject: 'Your Tessera code',
    text: `Your verification code is ${code}. It is good for ${CODE_MINUTES} minutes. If you did not ask for it, ignore this message.`,
  }),
}

/**
 * Sends the code by mail or text message if that channel is configured; otherwise writes it to a file in the outbox
 * folder.
 */
export async function deliverCode(place: Place, message: CodeMessage, timeoutMs = TIMEOUT_MS): Promise<void> {
  const { SMTP_URL, SMS_WEBHOOK } = place.settings
  const { to, kind, code, channel, language } = message
  const { subject, text } = TEXTS[language](code)
  try {
    if (channel === 'email' && SMTP_URL) return await sendMail(place, SMTP_URL, { to, subject, text }, timeoutMs)
    if (channel === 'phone' && SMS_WEBHOOK) return await callWebhook(SMS_WEBHOOK, { to, kind, code, text }, timeoutMs)
    await writeToOutbox(place, { to, kind, code })
  } catch (error) {
    place.log.error({ err: error, channel }, 'a verification code could not be sent')
    fail('account.code-not-sent')
  }
}

/** Logs at the start which kinds of messages are only written to files, so that users do not wait for them. */
export function reportDelivery({ settings, log }: Pick<Place, 'settings' | 'log'>) {
  const missing = [settings.SMTP_URL ? [] : 'mails', settings.SMS_WEBHOOK ? [] : 'text messages'].flat()
  if (missing.length > 0) log.warn(`${missing.join(' and ')} are written to ${outboxOf(settings)}, not sent`)
}

async function callWebhook(url: string, message: Record<string, string>, timeoutMs: number) {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(message),
    signal: AbortSignal.timeout(timeoutMs),
  })
  await response.body?.cancel()
  if (!response.ok) throw new Error(`the SMS webhook answered ${response.status}`)
}
