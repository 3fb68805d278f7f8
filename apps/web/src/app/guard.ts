import { paths, ROUTES, wantedPath } from '../lib/paths.ts'
import { hasExpired, type Session } from '../lib/session.ts'

/** Open without a session. */
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

/** For those who have no session or need none: nothing typed there is lost with it. */
export function isForNobody(pathname: string): boolean {
  return NOBODYS_ROUTES.includes(pathname)
}

const NOBODYS_ROUTES: readonly string[] = [
  ROUTES.login,
  ROUTES.register,
  ROUTES.forgotPassword,
  ROUTES.terms,
  ROUTES.privacy,
]

/** Where the user is before a party has been chosen. */
const UNDECIDED_ROUTES: readonly string[] = [
  ROUTES.registerSuccess,
  ROUTES.select,
  ROUTES.partyChooser,
  ROUTES.notFound,
]

/**
 * Where to send somebody who opens this address (`href` with its query); null lets them in. What they wanted to see
 * travels along as `to`.
 */
export function detour(session: Session, location: { pathname: string; href: string; to?: string | undefined }) {
  const { pathname, href } = location
  const wanted = href === ROUTES.home ? {} : { to: href }
  // Whoever's session ran out stays where they are, and logs in again over it.
  if (hasExpired(session)) return null
  if (!session.token) return OPEN_ROUTES.includes(pathname) ? null : paths.login(wanted)
  if (pathname === ROUTES.login) return wantedPath(location.to)
  // Nobody who has a party is asked how to begin, and nobody without one which.
  if (pathname === ROUTES.select && session.party) return wantedPath(location.to)
  if (pathname === ROUTES.partyChooser && session.parties.length === 0) {
    return paths.select(location.to === undefined ? {} : { to: location.to })
  }
  if (OPEN_ROUTES.includes(pathname) || UNDECIDED_ROUTES.includes(pathname)) return null
  if (session.party || session.isTourist) return null
  return session.parties.length > 0 ? paths.partyChooser(wanted) : paths.select(wanted)
}

const BARE_ROUTES: readonly string[] = [ROUTES.registerSuccess, ROUTES.select, ROUTES.partyChooser, ROUTES.screen]

/** Pages that stand alone, without header and sidebar. */
export function isBare(pathname: string): boolean {
  return OPEN_ROUTES.includes(pathname) || BARE_ROUTES.includes(pathname)
}
