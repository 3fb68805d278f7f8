import type { SigningDeps } from './deps.ts'

/** Out at once: their sessions end, and no passkey answers what it was asked before. */
export function putOut(
  { sessions, challenges }: Pick<SigningDeps, 'sessions' | 'challenges'>,
  username: string,
  why: 'removed' | 'reset',
) {
  sessions.endAllOf(username, why)
  challenges.forget(username)
}
