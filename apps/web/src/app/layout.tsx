import { Outlet, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { usePathname } from '../lib/navigation.ts'
import { subscribeSession, useSession } from '../lib/session.ts'
import { Frame } from './Frame.tsx'
import { isBare } from './guard.ts'

/** The root of every page: follows the session's changes, and puts header and sidebar around what needs them. */
export function Shell() {
  const pathname = usePathname()
  const { party } = useSession()
  useFollowSession()
  // A page of one party is taken down, state and all, when another is chosen.
  const page = <Outlet key={party?.id ?? 'none'} />
  return isBare(pathname) ? page : <Frame>{page}</Frame>
}

function useFollowSession() {
  const router = useRouter()
  useEffect(() => subscribeSession(() => void router.invalidate()), [router])
}
