import { FEEDBACK_MAX, fail } from '@tessera/contract'
import type { Actor } from '../../lib/auth.ts'
import { HOUR_MS } from '../../lib/clock.ts'
import type { Deps } from '../../lib/deps.ts'
import { newId } from '../../lib/ids.ts'
import { limit } from '../../lib/limits.ts'
import type { Background } from './background.ts'
import { sendMail, writeToOutbox } from './messages.ts'
import { feedback } from './table.ts'

const AN_HOUR = 10
const PAGE_MAX = 200
type FeedbackRow = typeof feedback.$inferSelect

/**
 * Stores the feedback first and then mails it to the operator, so that feedback is not lost if the mail server is down.
 */
export async function storeFeedback(
  deps: Deps,
  inBackground: Background,
  actor: Actor,
  input: { text: string; page: string },
) {
  const text = input.text.trim()
  if (text === '' || [...text].length > FEEDBACK_MAX) fail('account.feedback-invalid', { limit: FEEDBACK_MAX })
  await limit(deps, `feedback:${actor.userId}`, AN_HOUR, HOUR_MS)
  const { userId, partyId } = actor
  const row = { id: newId(), userId, partyId, text, page: pathOf(input.page), createTime: deps.clock.now() }
  await deps.db.insert(feedback).values(row)
  inBackground(() => notifyOperator(deps, row, actor.username))
}

/** Returns only the path of a page's address, because the rest may contain ids and tokens. */
export function pathOf(page: string): string {
  const url = URL.parse(page, 'http://page.invalid')
  return url ? url.pathname.slice(0, PAGE_MAX) : '/'
}

async function notifyOperator(deps: Deps, row: FeedbackRow, username: string) {
  const { SMTP_URL, OPERATOR_EMAIL } = deps.settings
  const { id, userId, partyId, text, page } = row
  if (!SMTP_URL || !OPERATOR_EMAIL) {
    return writeToOutbox(deps, { to: OPERATOR_EMAIL ?? 'operator', kind: 'feedback', id, userId, partyId, page, text })
  }
  const lines = [text, '', `${username} (${userId})`, `${partyId ?? '–'}  ${page}`]
  const mail = { to: OPERATOR_EMAIL, subject: 'Tessera 意见反馈 / Feedback', text: lines.join('\n') }
  await sendMail(deps, SMTP_URL, mail).catch((error) =>
    deps.log.error({ err: error, feedback: id }, 'feedback could not be mailed; it is stored in the database'),
  )
}
