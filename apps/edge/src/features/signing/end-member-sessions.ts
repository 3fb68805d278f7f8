import type { SigningDeps } from './deps.ts'

/** Ends a member's sessions at once, and drops their pending passkey challenges. */
export function endMemberSessions(
  { sessions, challenges }: Pick<SigningDeps, 'sessions' | 'challenges'>,
  username: string,
  why: 'removed' | 'reset',
) {
  sessions.endAllOf(username, why)
  challenges.forget(username)
}
