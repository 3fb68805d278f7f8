import { paths, ROUTES, wantedPath } from '../lib/paths.ts'
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

/**
 * Where to send somebody who opens this address (`href` with its query); null lets them in. What they wanted to see
 * travels along as `to`.
 */
export function detour(session: Session, location: { pathname: string; href: string; to?: string | undefined }) {
  const { pathname, href } = location
  const wanted = href === ROUTES.home ? {} : { to: href }
  if (!session.token) return OPEN_ROUTES.includes(pathname) ? null : paths.login(wanted)
  if (pathname === ROUTES.login) return wantedPath(location.to)
  if (OPEN_ROUTES.includes(pathname) || UNDECIDED_ROUTES.includes(pathname)) return null
  if (session.party || session.isTourist) return null
  return session.parties.length > 0 ? paths.partyChooser(wanted) : paths.select(wanted)
}

/** Pages that stand alone, without header and sidebar. */
export function isBare(pathname: string): boolean {
  return OPEN_ROUTES.includes(pathname) || pathname === ROUTES.select || pathname === ROUTES.partyChooser
}
