import { Outlet, useRouter } from '@tanstack/react-router'
import { lazy, Suspense, useEffect } from 'react'
import { useShownPathname } from '../lib/navigation.ts'
import { ROUTES } from '../lib/paths.ts'
import { getSession, subscribeSession, useSession } from '../lib/session.ts'
import { isBare, isForNobody } from './guard.ts'
import { loadPiece } from './load-piece.ts'
import { loadToasts } from './load-toasts.ts'

// Who logs in has no use for them yet, and waits for what is loaded first.
const Toasts = lazy(async () => ({ default: (await loadToasts()).Toasts }))
const Frame = lazy(async () => ({ default: (await loadPiece(() => import('./Frame.tsx'))).Frame }))
const SuspendedParty = lazy(async () => ({ default: (await import('../features/party/index.ts')).SuspendedParty }))
const LoginAgainDialog = lazy(async () => ({
  default: (await import('../features/account/LoginAgainDialog.tsx')).LoginAgainDialog,
}))

/** The root of every page: follows the session's changes, and puts header and sidebar around what needs them. */
export function Shell() {
  const pathname = useShownPathname()
  const { user, party, isSuspended } = useSession()
  useFollowSession()
  if (pathname === ROUTES.login) return <Outlet />
  return (
    <Suspense>
      <Toasts>
        {/* Joining a party goes on after the party is chosen, so a page that stands alone stays as it is. */}
        {user === null || isBare(pathname) ? (
          <Outlet />
        ) : (
          <Frame>
            {/* A page of one party is taken down, state and all, when another is chosen. */}
            {party && isSuspended ? <SuspendedParty party={party} /> : <Outlet key={`${user.id} ${party?.id}`} />}
          </Frame>
        )}
        <Suspense>{user !== null && !isForNobody(pathname) && <LoginAgainDialog />}</Suspense>
      </Toasts>
    </Suspense>
  )
}

/** Asks the guard again whenever who is logged in, or for whom, has changed: here or in another tab. */
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
