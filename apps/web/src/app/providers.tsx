import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { App, ConfigProvider } from 'antd'
import enUS from 'antd/locale/en_US'
import zhCN from 'antd/locale/zh_CN'
import { type ReactNode, useEffect, useSyncExternalStore } from 'react'
import { CertificateDialog } from '../features/account/index.ts'
import { subscribeLanguage, useLanguage } from '../lib/i18n.ts'
import { startLive } from '../lib/live.ts'
import { forgetEdgeTokens } from '../lib/request.ts'
import { getSession, subscribeSession } from '../lib/session.ts'
import { TOAST_SECONDS } from '../lib/toast.ts'
import { quietIcons } from '../ui/quiet-icons.ts'
import { useThemeMode } from '../ui/theme-mode.ts'
import { themeOf } from './theme.ts'

quietIcons()

/** What every page stands in: queries, Ant Design in the present language and theme. */
export function Providers({ queryClient, children }: { queryClient: QueryClient; children: ReactNode }) {
  const [language] = useLanguage()
  const [mode] = useThemeMode()
  const hasMotion = useHasMotion()
  useEffect(() => forgetOnSwitch(queryClient), [queryClient])
  useEffect(() => askAgainOnLanguage(queryClient), [queryClient])
  useEffect(() => startLive(), [])

  return (
    <QueryClientProvider client={queryClient}>
      <ConfigProvider
        theme={themeOf(mode, hasMotion)}
        locale={language === 'en' ? enUS : zhCN}
        button={{ autoInsertSpace: false }}
        form={{ requiredMark: false }}
      >
        <App message={{ duration: TOAST_SECONDS }} component={false}>
          {children}
          <CertificateDialog />
        </App>
      </ConfigProvider>
    </QueryClientProvider>
  )
}

const REDUCED = '(prefers-reduced-motion: reduce)'

function useHasMotion(): boolean {
  return useSyncExternalStore(
    (listener) => {
      const query = window.matchMedia(REDUCED)
      query.addEventListener('change', listener)
      return () => query.removeEventListener('change', listener)
    },
    () => !window.matchMedia(REDUCED).matches,
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
