import { QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { MEMBERS_PAGE_PATH, REMOVED_PAGE_PATH, SESSION_PAGE_PATH } from '@tessera/contract/wire'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Looks } from '../app/Looks.tsx'
import { Toasts } from '../app/Toasts.tsx'
import { SESSION_KEY } from '../features/signing/api.ts'
import { isSessionOver, loadErrorTexts } from '../lib/api-error.ts'
import { setLanguage } from '../lib/i18n.ts'
import { enterAs } from '../lib/own-edge.ts'
import { arrive, namesIn } from './arrival.ts'
import { MembersPage } from './MembersPage.tsx'
import { RemovedPage } from './RemovedPage.tsx'
import { SessionPage } from './SessionPage.tsx'
import { Shell } from './Shell.tsx'
import { TicketPage } from './TicketPage.tsx'
import { WithdrawalPage } from './WithdrawalPage.tsx'
import './theme.ts'
import '../ui/ui.css'
import './ticket-page.css'

const { taskId, grantId, token, language } = arrive()
const { partyId, username } = namesIn(token)
enterAs(token)
if (language) setLanguage(language)

const queryClient: QueryClient = new QueryClient({
  // Over while a page was open: it asks anew.
  queryCache: new QueryCache({
    onError: (error) => {
      if (isSessionOver(error)) queryClient.setQueryData(SESSION_KEY, null)
    },
  }),
  defaultOptions: { queries: { networkMode: 'always', retry: false }, mutations: { networkMode: 'always' } },
})
const isAt = (path: string) => location.pathname.replace(/\/$/, '').endsWith(path)

function Page() {
  if (isAt(MEMBERS_PAGE_PATH)) return <MembersPage username={username} />
  if (isAt(REMOVED_PAGE_PATH)) return <RemovedPage username={username} />
  if (isAt(SESSION_PAGE_PATH)) return <SessionPage username={username} />
  if (grantId) return <WithdrawalPage grantId={grantId} />
  return <TicketPage taskId={taskId} partyId={partyId} />
}

await loadErrorTexts()
createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <Looks>
        <Toasts>
          <Shell>
            <Page />
          </Shell>
        </Toasts>
      </Looks>
    </QueryClientProvider>
  </StrictMode>,
)
