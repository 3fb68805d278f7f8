import { paths, ROUTES, wantedPath } from '../lib/paths.ts'
import { hasExpired, type Session } from '../lib/session.ts'

/** Routes that need no session. */
export const OPEN_ROUTES: readonly string[] = [
  ROUTES.login,
  ROUTES.forgotPassword,
  ROUTES.register,
  ROUTES.bind,
  ROUTES.bindSuccess,
  ROUTES.bindJoin,
  ROUTES.info,
  ROUTES.terms,
  ROUTES.privacy,
]

/**
 * Returns whether a page is for users without a session. Such a page has no input that an expired session could lose.
 */
export function isForGuests(pathname: string): boolean {
  return GUEST_ROUTES.includes(pathname)
}

const GUEST_ROUTES: readonly string[] = [
  ROUTES.login,
  ROUTES.register,
  ROUTES.forgotPassword,
  ROUTES.terms,
  ROUTES.privacy,
]

/** Routes that are available before the user has chosen a party. */
const UNDECIDED_ROUTES: readonly string[] = [
  ROUTES.registerSuccess,
  ROUTES.select,
  ROUTES.partyChooser,
  ROUTES.notFound,
]

/**
 * Returns the address to which a user who opens this address is redirected, or null if the user has access. `href`
 * includes the query, and the redirect carries the requested address as `to`.
 */
export function detour(session: Session, location: { pathname: string; href: string; to?: string | undefined }) {
  const { pathname, href } = location
  const wanted = href === ROUTES.home ? {} : { to: href }
  // A user whose session has expired stays on the page, and logs in again in a dialog above the page.
  if (hasExpired(session)) return null
  if (!session.token) return OPEN_ROUTES.includes(pathname) ? null : paths.login(wanted)
  if (pathname === ROUTES.login) return wantedPath(location.to)
  // Redirect both: a user with a party does not need the start page, and a user without a party has none to choose.
  if (pathname === ROUTES.select && session.party) return wantedPath(location.to)
  if (pathname === ROUTES.partyChooser && session.parties.length === 0) {
    return paths.select(location.to === undefined ? {} : { to: location.to })
  }
  if (OPEN_ROUTES.includes(pathname) || UNDECIDED_ROUTES.includes(pathname)) return null
  if (session.party || session.isTourist) return null
  return session.parties.length > 0 ? paths.partyChooser(wanted) : paths.select(wanted)
}

const BARE_ROUTES: readonly string[] = [ROUTES.registerSuccess, ROUTES.select, ROUTES.partyChooser, ROUTES.screen]

/** Returns whether a page is shown without header and sidebar. */
export function isBare(pathname: string): boolean {
  return OPEN_ROUTES.includes(pathname) || BARE_ROUTES.includes(pathname)
}
