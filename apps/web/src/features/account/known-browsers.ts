import { KNOWN_BROWSERS_MAX } from '@tessera/contract'
import { textOf } from '../../lib/base64.ts'

const KEY = 'knownBrowsers'

/**
 * Returns the marks by which the platform recognises this browser, one per user who has logged in here. A mark does not
 * open a session.
 */
export function knownBrowsers(): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return Array.isArray(stored) ? stored.map(String).slice(0, KNOWN_BROWSERS_MAX) : []
  } catch {
    return []
  }
}

/** Stores a user's mark and removes the user's earlier one. If there are too many marks, drops the oldest. */
export function rememberBrowser(mark: string) {
  const others = knownBrowsers().filter((known) => userOf(known) !== userOf(mark))
  localStorage.setItem(KEY, JSON.stringify([mark, ...others].slice(0, KNOWN_BROWSERS_MAX)))
}

function userOf(mark: string): unknown {
  try {
    return JSON.parse(textOf(mark.split('.')[1] ?? '')).sub
  } catch {
    return mark
  }
}
