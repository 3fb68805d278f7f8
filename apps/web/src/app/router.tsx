import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  type RouterHistory,
  redirect,
} from '@tanstack/react-router'
import { loadErrorTexts } from '../lib/api-error.ts'
import { ROUTES } from '../lib/paths.ts'
import { parseSearch, stringifySearch } from '../lib/search-text.ts'
import { getSession } from '../lib/session.ts'
import { CrashPage } from './CrashPage.tsx'
import { detour } from './guard.ts'
import { Shell } from './layout.tsx'
import { loadPiece } from './load-piece.ts'
import { loadToasts } from './load-toasts.ts'
import { NotFoundPage } from './pages/NotFoundPage.tsx'

const root = createRootRoute({
  component: Shell,
  notFoundComponent: NotFoundPage,
  beforeLoad: async ({ location }) => {
    const { to } = location.search as { to?: string }
    const elsewhere = detour(getSession(), { pathname: location.pathname, href: location.href, to })
    if (elsewhere !== null) throw redirect({ href: elsewhere, replace: true })
    // Loads two chunks early, because every page except log-in needs them: half of the console's texts, and the code
    // that shows some of these texts.
    if (location.pathname !== ROUTES.login) {
      await loadPiece(() => Promise.all([loadErrorTexts(), loadToasts()]))
    }
  },
})

const page = (path: string, component: ReturnType<typeof lazyRouteComponent>) =>
  createRoute({ getParentRoute: () => root, path, component })

const routeTree = root.addChildren([
  page(
    ROUTES.home,
    lazyRouteComponent(() => import('./pages/HomePage.tsx'), 'HomePage'),
  ),
  page(
    ROUTES.login,
    lazyRouteComponent(() => import('./pages/LoginPage.tsx'), 'LoginPage'),
  ),
  page(
    ROUTES.select,
    lazyRouteComponent(() => import('./pages/SelectPage.tsx'), 'SelectPage'),
  ),
  page(
    ROUTES.inference,
    lazyRouteComponent(() => import('./pages/InferencePage.tsx'), 'InferencePage'),
  ),
  page(
    ROUTES.register,
    lazyRouteComponent(() => import('./pages/RegisterPage.tsx'), 'RegisterPage'),
  ),
  page(
    ROUTES.forgotPassword,
    lazyRouteComponent(() => import('./pages/ForgotPasswordPage.tsx'), 'ForgotPasswordPage'),
  ),
  page(
    ROUTES.myTasks,
    lazyRouteComponent(() => import('./pages/MyTasksPage.tsx'), 'MyTasksPage'),
  ),
  page(
    ROUTES.task,
    lazyRouteComponent(() => import('./pages/TaskDetailPage.tsx'), 'TaskDetailPage'),
  ),
  page(
    ROUTES.runLog,
    lazyRouteComponent(() => import('./pages/RunLogPage.tsx'), 'RunLogPage'),
  ),
  page(
    ROUTES.runs,
    lazyRouteComponent(() => import('./pages/RunsPage.tsx'), 'RunsPage'),
  ),
  page(
    ROUTES.myData,
    lazyRouteComponent(() => import('./pages/MyDataPage.tsx'), 'MyDataPage'),
  ),
  page(
    ROUTES.myModels,
    lazyRouteComponent(() => import('./pages/MyModelsPage.tsx'), 'MyModelsPage'),
  ),
  page(
    ROUTES.bind,
    lazyRouteComponent(() => import('./pages/BindPage.tsx'), 'BindPage'),
  ),
  page(
    ROUTES.bindSuccess,
    lazyRouteComponent(() => import('./pages/BindSuccessPage.tsx'), 'BindSuccessPage'),
  ),
  page(
    ROUTES.bindJoin,
    lazyRouteComponent(() => import('./pages/BindJoinPage.tsx'), 'BindJoinPage'),
  ),
  page(
    ROUTES.info,
    lazyRouteComponent(() => import('./pages/InfoPage.tsx'), 'InfoPage'),
  ),
  page(
    ROUTES.partyChooser,
    lazyRouteComponent(() => import('./pages/PartyChooserPage.tsx'), 'PartyChooserPage'),
  ),
  page(
    ROUTES.party,
    lazyRouteComponent(() => import('./pages/PartyPage.tsx'), 'PartyPage'),
  ),
  page(
    ROUTES.algorithms,
    lazyRouteComponent(() => import('./pages/AlgorithmsPage.tsx'), 'AlgorithmsPage'),
  ),
  page(
    ROUTES.algorithm,
    lazyRouteComponent(() => import('./pages/AlgorithmDetailPage.tsx'), 'AlgorithmDetailPage'),
  ),
  page(
    ROUTES.taskPool,
    lazyRouteComponent(() => import('./pages/TaskPoolPage.tsx'), 'TaskPoolPage'),
  ),
  page(
    ROUTES.dataPool,
    lazyRouteComponent(() => import('./pages/DataPoolPage.tsx'), 'DataPoolPage'),
  ),
  page(
    ROUTES.modelPool,
    lazyRouteComponent(() => import('./pages/ModelPoolPage.tsx'), 'ModelPoolPage'),
  ),
  page(
    ROUTES.model,
    lazyRouteComponent(() => import('./pages/ModelDetailPage.tsx'), 'ModelDetailPage'),
  ),
  page(
    ROUTES.environment,
    lazyRouteComponent(() => import('./pages/EnvironmentPage.tsx'), 'EnvironmentPage'),
  ),
  page(
    ROUTES.environmentGuide,
    lazyRouteComponent(() => import('./pages/EnvironmentGuidePage.tsx'), 'EnvironmentGuidePage'),
  ),
  page(
    ROUTES.journal,
    lazyRouteComponent(() => import('./pages/JournalPage.tsx'), 'JournalPage'),
  ),
  page(
    ROUTES.dataset,
    lazyRouteComponent(() => import('./pages/DataDetailPage.tsx'), 'DataDetailPage'),
  ),
  page(
    ROUTES.tickets,
    lazyRouteComponent(() => import('./pages/TicketsPage.tsx'), 'TicketsPage'),
  ),
  page(
    ROUTES.notices,
    lazyRouteComponent(() => import('./pages/NoticesPage.tsx'), 'NoticesPage'),
  ),
  page(
    ROUTES.landing,
    lazyRouteComponent(() => import('./pages/LandingPage.tsx'), 'LandingPage'),
  ),
  page(
    ROUTES.screen,
    lazyRouteComponent(() => import('./pages/BigScreenPage.tsx'), 'BigScreenPage'),
  ),
  page(
    ROUTES.registerSuccess,
    lazyRouteComponent(() => import('./pages/RegisterSuccessPage.tsx'), 'RegisterSuccessPage'),
  ),
  page(
    ROUTES.terms,
    lazyRouteComponent(() => import('./pages/TermsPage.tsx'), 'TermsPage'),
  ),
  page(
    ROUTES.privacy,
    lazyRouteComponent(() => import('./pages/PrivacyPage.tsx'), 'PrivacyPage'),
  ),
  page(
    ROUTES.openApi,
    lazyRouteComponent(() => import('./pages/OpenApiPage.tsx'), 'OpenApiPage'),
  ),
  page(ROUTES.notFound, NotFoundPage as never),
])

export function createAppRouter(history?: RouterHistory) {
  return createRouter({
    routeTree,
    parseSearch,
    stringifySearch,
    scrollRestoration: true,
    defaultPreload: false,
    defaultErrorComponent: CrashPage,
    ...(history ? { history } : {}),
  })
}
