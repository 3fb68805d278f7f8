import { Outlet, useRouter } from '@tanstack/react-router'
import { lazy, Suspense, useEffect } from 'react'
import { useShownPathname } from '../lib/navigation.ts'
import { ROUTES } from '../lib/paths.ts'
import { getSession, subscribeSession, useSession } from '../lib/session.ts'
import { isBare, isForGuests } from './guard.ts'
import { loadPiece } from './load-piece.ts'
import { loadToasts } from './load-toasts.ts'

// These components are loaded later, because the log-in page does not need them.
const Toasts = lazy(async () => ({ default: (await loadToasts()).Toasts }))
const Frame = lazy(async () => ({ default: (await loadPiece(() => import('./Frame.tsx'))).Frame }))
const SuspendedParty = lazy(async () => ({ default: (await import('../features/party/index.ts')).SuspendedParty }))
const LoginAgainDialog = lazy(async () => ({
  default: (await import('../features/account/LoginAgainDialog.tsx')).LoginAgainDialog,
}))

/** The root of every page. Re-renders when the session changes, and adds header and sidebar to pages that need them. */
export function Shell() {
  const pathname = useShownPathname()
  const { user, party, isSuspended } = useSession()
  useFollowSession()
  if (pathname === ROUTES.login) return <Outlet />
  return (
    <Suspense>
      <Toasts>
        {/* A page without header and sidebar keeps its state when a party is chosen, because joining a party continues
            on the same page. */}
        {user === null || isBare(pathname) ? (
          <Outlet />
        ) : (
          <Frame>
            {/* When another party is chosen, a page that belongs to one party unmounts and loses its state. */}
            {party && isSuspended ? <SuspendedParty party={party} /> : <Outlet key={`${user.id} ${party?.id}`} />}
          </Frame>
        )}
        <Suspense>{user !== null && !isForGuests(pathname) && <LoginAgainDialog />}</Suspense>
      </Toasts>
    </Suspense>
  )
}

/** Runs the route guard again when the user or the party changes, in this tab or in another tab. */
function useFollowSession() {
  const router = useRouter()
  useEffect(() => {
    const whoIsIn = () => {
      const { token, user, party, isTourist } = getSession()
      return `${token} ${user?.id} ${party?.id} ${isTourist}`
    }
    let known = whoIsIn()
    return subscribeSession(() => {
      if (whoIsIn() === known) return
      known = whoIsIn()
      void router.invalidate()
    })
  }, [router])
}
