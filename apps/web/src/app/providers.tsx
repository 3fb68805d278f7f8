import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { useCertificateHelp } from '../lib/certificate-help.ts'
import { subscribeLanguage } from '../lib/i18n.ts'
import { forgetEdgeTokens } from '../lib/request.ts'
import { getSession, subscribeSession } from '../lib/session.ts'
import { AntConfig } from './AntConfig.tsx'

/** The providers that every page needs: queries, and Ant Design in the current language and theme. */
export function Providers({ queryClient, children }: { queryClient: QueryClient; children: ReactNode }) {
  useEffect(() => forgetOnSwitch(queryClient), [queryClient])
  useEffect(() => refetchOnLanguage(queryClient), [queryClient])
  useEffect(() => startLiveAfterLogin(), [])

  return (
    <QueryClientProvider client={queryClient}>
      <AntConfig>
        {children}
        <CertificateHelp />
      </AntConfig>
    </QueryClientProvider>
  )
}

const CertificateDialog = lazy(async () => ({
  default: (await import('../features/account/CertificateDialog.tsx')).CertificateDialog,
}))

/** Loads the dialog on its first use and then keeps it mounted, so that its closing animation runs. */
function CertificateHelp() {
  const isOpen = useCertificateHelp()
  const [wasOpened, setOpened] = useState(false)
  if (isOpen && !wasOpened) setOpened(true)
  return (
    wasOpened && (
      <Suspense>
        <CertificateDialog />
      </Suspense>
    )
  )
}

/**
 * Clears the cache when the user or the party changes, so that data of one user or party is never shown to another.
 * Keeps the cache if the same user logs in again.
 */
function forgetOnSwitch(queryClient: QueryClient): () => void {
  const identity = () => {
    const { user, party } = getSession()
    return `${user?.id} ${party?.id}`
  }
  let known = identity()
  let knownToken = getSession().token
  return subscribeSession(() => {
    const { token } = getSession()
    const isSame = identity() === known
    if (isSame && token === knownToken) return
    known = identity()
    knownToken = token
    forgetEdgeTokens()
    // Keeps mutations in progress when the cache is cleared, because joining a party is itself a mutation.
    if (!isSame) queryClient.getQueryCache().clear()
    else if (token !== null) void queryClient.invalidateQueries()
  })
}

/** Refetches after a change of language, because the server answers in the language of the request. */
function refetchOnLanguage(queryClient: QueryClient): () => void {
  return subscribeLanguage(() => void queryClient.invalidateQueries())
}

/** Opens the live channel once a user has logged in. The log-in page does not load its code. */
function startLiveAfterLogin(): () => void {
  let stop = () => {}
  let isStopped = false
  const begin = () => {
    if (getSession().token === null) return
    unsubscribe()
    void import('../lib/live.ts').then(({ startLive }) => {
      if (!isStopped) stop = startLive()
    })
  }
  const unsubscribe = subscribeSession(begin)
  begin()
  return () => {
    isStopped = true
    unsubscribe()
    stop()
  }
}
