import { Outlet, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { LoginAgainDialog } from '../features/account/index.ts'
import { SuspendedParty } from '../features/party/index.ts'
import { usePathname } from '../lib/navigation.ts'
import { getSession, subscribeSession, useSession } from '../lib/session.ts'
import { Frame } from './Frame.tsx'
import { isBare, isForNobody } from './guard.ts'

/** The root of every page: follows the session's changes, and puts header and sidebar around what needs them. */
export function Shell() {
  const pathname = usePathname()
  const { user, party, isSuspended } = useSession()
  useFollowSession()
  return (
    <>
      {/* Joining a party goes on after the party is chosen, so a page that stands alone stays as it is. */}
      {user === null || isBare(pathname) ? (
        <Outlet />
      ) : (
        <Frame>
          {/* A page of one party is taken down, state and all, when another is chosen. */}
          {party && isSuspended ? <SuspendedParty party={party} /> : <Outlet key={`${user.id} ${party?.id}`} />}
        </Frame>
      )}
      {!isForNobody(pathname) && <LoginAgainDialog />}
    </>
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
