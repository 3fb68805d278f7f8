import { ROUTES } from '../lib/paths.ts'
import type { Session } from '../lib/session.ts'

/** Open without a session. */
export const OPEN_ROUTES: readonly string[] = [
  ROUTES.login,
  ROUTES.forgotPassword,
  ROUTES.register,
  ROUTES.bind,
  ROUTES.bindSuccess,
  ROUTES.bindJoin,
  ROUTES.info,
]

/** Where the user is before a party has been chosen. */
const UNDECIDED_ROUTES: readonly string[] = [ROUTES.select, ROUTES.partyChooser, ROUTES.notFound]

/** Where to send somebody who opens this address; null lets them in. */
export function detour(session: Session, pathname: string): string | null {
  if (!session.token) return OPEN_ROUTES.includes(pathname) ? null : ROUTES.login
  if (pathname === ROUTES.login) return ROUTES.home
  if (OPEN_ROUTES.includes(pathname) || UNDECIDED_ROUTES.includes(pathname)) return null
  if (session.party || session.isTourist) return null
  return session.parties.length > 0 ? ROUTES.partyChooser : ROUTES.select
}

/** Pages that stand alone, without header and sidebar. */
export function isBare(pathname: string): boolean {
  return OPEN_ROUTES.includes(pathname) || pathname === ROUTES.select || pathname === ROUTES.partyChooser
}
