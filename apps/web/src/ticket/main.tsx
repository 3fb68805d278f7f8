import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { SIGNERS_PAGE_PATH } from '@tessera/contract/wire'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Looks } from '../app/Looks.tsx'
import { Toasts } from '../app/Toasts.tsx'
import { loadErrorTexts } from '../lib/api-error.ts'
import { setLanguage } from '../lib/i18n.ts'
import { enterAs } from '../lib/own-edge.ts'
import { arrive, partyOf } from './arrival.ts'
import { Shell } from './Shell.tsx'
import { SignersPage } from './SignersPage.tsx'
import { TicketPage } from './TicketPage.tsx'
import './theme.ts'
import '../ui/ui.css'
import './ticket-page.css'

const { taskId, token, language } = arrive()
enterAs(token)
if (language) setLanguage(language)

const queryClient = new QueryClient({
  defaultOptions: { queries: { networkMode: 'always', retry: false }, mutations: { networkMode: 'always' } },
})
const isOfSigners = location.pathname.replace(/\/$/, '').endsWith(SIGNERS_PAGE_PATH)

await loadErrorTexts()
createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <Looks>
        <Toasts>
          <Shell>{isOfSigners ? <SignersPage /> : <TicketPage taskId={taskId} partyId={partyOf(token)} />}</Shell>
        </Toasts>
      </Looks>
    </QueryClientProvider>
  </StrictMode>,
)
