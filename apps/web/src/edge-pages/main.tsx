import './own-styles.ts'
import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import {
  ASK_PAGE_PATH,
  CHOOSE_PAGE_PATH,
  CLASSES_PAGE_PATH,
  CONFIRM_PAGE_PATH,
  DATASET_PAGE_PATH,
  INFERENCE_PAGE_PATH,
  KEPT_PAGE_PATH,
  MEMBERS_PAGE_PATH,
  NAMES_PAGE_PATH,
  REMOVED_PAGE_PATH,
  SESSION_PAGE_PATH,
  UPLOAD_PAGE_PATH,
} from '@tessera/contract/wire'
import { Skeleton } from 'antd'
import { lazy, StrictMode, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { AntConfig } from '../app/AntConfig.tsx'
import { Toasts } from '../app/Toasts.tsx'
import { openProviderSession, SESSION_KEY } from '../features/signing/api.ts'
import { loadErrorTexts, needsSession } from '../lib/api-error.ts'
import { setLanguage, subscribeLanguage } from '../lib/i18n.ts'
import { ownPage, setRequestedOf } from '../lib/own-edge.ts'
import { chartSettings } from '../ui/chart-settings.ts'
import { setThemeMode } from '../ui/theme-mode.ts'
import { authorize } from './authorization.ts'
import { isFramed, sendToConsole } from './console-line.ts'
import { DatasetPage } from './dataset/DatasetPage.tsx'
import { Framed } from './Framed.tsx'
import { MembersPage } from './MembersPage.tsx'
import { arrive, namesIn } from './page-fragment.ts'
import { createPageRouter } from './page-router.ts'
import { RemovedPage } from './RemovedPage.tsx'
import { SessionPage } from './SessionPage.tsx'
import { Shell } from './Shell.tsx'
import { TicketPage } from './TicketPage.tsx'
import { WithdrawalPage } from './WithdrawalPage.tsx'
import './theme.ts'
import '../ui/ui.css'
import './edge-pages.css'

const { taskId, grantId, token, language, theme, step, isForFrame, answer, requestedOf } = arrive()
const { partyId, username } = namesIn(token)
sendToConsole({ say: 'ready' })
authorize(token)
setRequestedOf(requestedOf)
const cameBack = answer === null ? null : openProviderSession(answer)
// Errors are not logged here, because the page itself shows them.
cameBack?.catch(() => {})
chartSettings.tooltips = 'richText'
if (language) setLanguage(language)
if (theme) setThemeMode(theme)

const queryClient: QueryClient = new QueryClient({
  queryCache: new QueryCache({ onError: forgetEndedSession }),
  mutationCache: new MutationCache({ onError: forgetEndedSession }),
  defaultOptions: { queries: { networkMode: 'always', retry: false }, mutations: { networkMode: 'always' } },
})
/** Handles a session that ended while a page was open. */
function forgetEndedSession(error: Error) {
  if (needsSession(error)) queryClient.setQueryData(SESSION_KEY, null)
}
// The edge answers in the language of the request.
subscribeLanguage(() => void queryClient.invalidateQueries())

// Loads this page's code separately, because users who only view rows do not need it.
const AskPage = lazy(async () => ({ default: (await import('./inference/AskPage.tsx')).AskPage }))
const ChoosePage = lazy(async () => ({ default: (await import('./choose/ChoosePage.tsx')).ChoosePage }))
const ClassesPage = lazy(async () => ({ default: (await import('./classes/ClassesPage.tsx')).ClassesPage }))
const ConfirmPage = lazy(async () => ({ default: (await import('./confirm/ConfirmPage.tsx')).ConfirmPage }))
const LocalResultsPage = lazy(async () => ({
  default: (await import('./local-results/LocalResultsPage.tsx')).LocalResultsPage,
}))
const NamesPage = lazy(async () => ({ default: (await import('./names/NamesPage.tsx')).NamesPage }))
const InferencePage = lazy(async () => ({
  default: (await import('./inference/InferencePage.tsx')).InferencePage,
}))
const UploadPage = lazy(async () => ({ default: (await import('./upload/UploadPage.tsx')).UploadPage }))

function Page() {
  switch (ownPage()) {
    case ASK_PAGE_PATH:
      return <AskPage />
    case DATASET_PAGE_PATH:
      return <DatasetPage />
    case CHOOSE_PAGE_PATH:
      return <ChoosePage taskId={taskId} />
    case CLASSES_PAGE_PATH:
      return <ClassesPage taskId={taskId} />
    case CONFIRM_PAGE_PATH:
      return <ConfirmPage />
    case KEPT_PAGE_PATH:
      return <LocalResultsPage taskId={taskId} />
    case NAMES_PAGE_PATH:
      return <NamesPage taskId={taskId} />
    case INFERENCE_PAGE_PATH:
      return <InferencePage />
    case MEMBERS_PAGE_PATH:
      return <MembersPage username={username} />
    case REMOVED_PAGE_PATH:
      return <RemovedPage username={username} />
    case SESSION_PAGE_PATH:
      return <SessionPage username={username} cameBack={cameBack} isForFrame={isForFrame} />
    case UPLOAD_PAGE_PATH:
      return <UploadPage />
    default:
      return grantId ? (
        <WithdrawalPage grantId={grantId} />
      ) : (
        <TicketPage taskId={taskId} partyId={partyId} username={username} />
      )
  }
}

const Around = isFramed() ? Framed : Shell
const router = createPageRouter(
  () => (
    <Around>
      <Suspense fallback={<Skeleton active paragraph={{ rows: 10 }} />}>
        <Page />
      </Suspense>
    </Around>
  ),
  step,
)

// If the texts cannot be loaded, errors show the server's message.
await loadErrorTexts().catch(() => undefined)
createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <AntConfig>
        <Toasts>
          <RouterProvider router={router as never} />
        </Toasts>
      </AntConfig>
    </QueryClientProvider>
  </StrictMode>,
)
