import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { useCertificateHelp } from '../lib/certificate-help.ts'
import { subscribeLanguage } from '../lib/i18n.ts'
import { forgetEdgeTokens } from '../lib/request.ts'
import { getSession, subscribeSession } from '../lib/session.ts'
import { Looks } from './Looks.tsx'

/** What every page stands in: queries, Ant Design in the present language and theme. */
export function Providers({ queryClient, children }: { queryClient: QueryClient; children: ReactNode }) {
  useEffect(() => forgetOnSwitch(queryClient), [queryClient])
  useEffect(() => askAgainOnLanguage(queryClient), [queryClient])
  useEffect(() => startLiveOnceIn(), [])

  return (
    <QueryClientProvider client={queryClient}>
      <Looks>
        {children}
        <CertificateHelp />
      </Looks>
    </QueryClientProvider>
  )
}

const CertificateDialog = lazy(async () => ({
  default: (await import('../features/account/CertificateDialog.tsx')).CertificateDialog,
}))

/** Loaded when it is first asked for, and there from then on: it closes as every dialog does. */
function CertificateHelp() {
  const isOpen = useCertificateHelp()
  const [wasAsked, setAsked] = useState(false)
  if (isOpen && !wasAsked) setAsked(true)
  return (
    wasAsked && (
      <Suspense>
        <CertificateDialog />
      </Suspense>
    )
  )
}

/** What was read as one user or party must not be shown to the next; who logs in again keeps what they see. */
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
    // Not what is under way: joining a party is itself such a call.
    if (!isSame) queryClient.getQueryCache().clear()
    else if (token !== null) void queryClient.invalidateQueries()
  })
}

/** What the server says it says in the language of the call: it has to be asked again after a switch. */
function askAgainOnLanguage(queryClient: QueryClient): () => void {
  return subscribeLanguage(() => void queryClient.invalidateQueries())
}

/** Nobody is told anything before they are in, and who logs in does not wait for what would. */
function startLiveOnceIn(): () => void {
  let stop = () => {}
  let isOver = false
  const begin = () => {
    if (getSession().token === null) return
    unsubscribe()
    void import('../lib/live.ts').then(({ startLive }) => {
      if (!isOver) stop = startLive()
    })
  }
  const unsubscribe = subscribeSession(begin)
  begin()
  return () => {
    isOver = true
    unsubscribe()
    stop()
  }
}
