/**
 * All addresses of the console. Some have historical spellings, which must not change. Functions that build addresses
 * skip undefined parameters.
 */
type Query = Record<string, string | number | undefined>

function withQuery(path: string, query: Query = {}): string {
  const given = Object.entries(query).flatMap(([key, value]): [string, string][] =>
    value === undefined ? [] : [[key, String(value)]],
  )
  return given.length ? `${path}?${new URLSearchParams(given)}` : path
}

/** Route patterns, for the router only. */
export const ROUTES = {
  home: '/',
  login: '/login',
  select: '/select',
  inference: '/tuili',
  register: '/register',
  forgotPassword: '/forgetPassWord',
  myTasks: '/mytask',
  task: '/mytask/mytaskDetail',
  runs: '/mytask/runs',
  runLog: '/mytask/runLog',
  myData: '/mydata',
  myModels: '/mymodal',
  bind: '/bind',
  bindSuccess: '/bind-success',
  bindJoin: '/bind-join',
  info: '/info',
  partyChooser: '/index',
  party: '/party',
  algorithms: '/algorithm',
  algorithm: '/algorithm/algorithmDetail',
  taskPool: '/task',
  dataPool: '/data',
  modelPool: '/modal',
  model: '/modal/modalDetail',
  environment: '/environment',
  environmentGuide: '/environment/guide',
  notFound: '/404',
  journal: '/journal',
  dataset: '/data-detail',
  tickets: '/tickets',
  notices: '/notices',
  landing: '/landing',
  screen: '/screen',
  registerSuccess: '/register-success',
  terms: '/terms',
  privacy: '/privacy',
  openApi: '/openapi',
} as const

/**
 * Returns the address that the user requested before the log-in. Accepts only addresses of the console, because a link
 * could otherwise redirect to any site.
 */
export function wantedPath(to: string | undefined): string {
  return to && /^\/(?![/\\])/.test(to) ? to : ROUTES.home
}

/** Value of `from` in the address of a model that the user opened from "my models". */
const FROM_MY_MODELS = 'myModal'

/** Value of `flType` in an address for a single-party task. */
export const BY_ITSELF = '4'

type TaskRoleCode = 'guest' | 'host'

/** Functions that build all addresses, for example `paths.task(id, { role: 'guest' })`. */
export const paths = {
  home: () => ROUTES.home,
  login: (query: { to?: string } = {}) => withQuery(ROUTES.login, query),
  select: (query: { to?: string } = {}) => withQuery(ROUTES.select, query),
  register: () => ROUTES.register,
  registerSuccess: () => ROUTES.registerSuccess,
  forgotPassword: () => ROUTES.forgotPassword,
  /** `second: '1'` opens the form for joining an existing party. */
  bind: (query: { second?: '1' } = {}) => withQuery(ROUTES.bind, query),
  bindSuccess: (query: { partyId?: string } = {}) => withQuery(ROUTES.bindSuccess, query),
  bindJoin: (query: { code?: string } = {}) => withQuery(ROUTES.bindJoin, query),
  info: () => ROUTES.info,
  /** `tab`: profile, members, requests, departments or edge. */
  party: (query: { tab?: string } = {}) => withQuery(ROUTES.party, query),
  partyChooser: (query: { to?: string } = {}) => withQuery(ROUTES.partyChooser, query),
  myTasks: (query: { type?: 'ALL' | 'TRAIN' | 'INFERENCE'; name?: string } = {}) => withQuery(ROUTES.myTasks, query),
  /** `type: 'creat'` opens a task that was just created. `at` names a part of the page to scroll to. */
  task: (
    id: string,
    query: { role?: TaskRoleCode; algid?: string; type?: string; from?: string; at?: 'applications' } = {},
  ) => withQuery(ROUTES.task, { id, ...query }),
  /** The log of one of a task's runs, or of the newest run. */
  runLog: (taskId: string, query: { run?: string } = {}) => withQuery(ROUTES.runLog, { id: taskId, ...query }),
  /** The page that compares runs of a task and of similar tasks. `runs` names the runs to compare. */
  runs: (taskId: string, query: { runs?: string } = {}) => withQuery(ROUTES.runs, { id: taskId, ...query }),
  /**
   * `create: '1'` opens the dialog for a new task. `algid` presets the algorithm, and `flType` the kind of research.
   */
  taskPool: (query: { name?: string; create?: '1'; algid?: string; flType?: typeof BY_ITSELF } = {}) =>
    withQuery(ROUTES.taskPool, query),
  /** The page of an inference task. If only `modelId` is given, the page where that model can be used. */
  inference: (query: { id?: string; modelId?: string }) =>
    withQuery(ROUTES.inference, { id: query.id, modalId: query.modelId }),
  myData: (query: { name?: string } = {}) => withQuery(ROUTES.myData, query),
  dataPool: (query: { name?: string; party?: string } = {}) => withQuery(ROUTES.dataPool, query),
  dataset: (id: string, query: { partyId?: string; from?: 'Home' | 'HomeTask' | 'mytask'; flag?: string } = {}) =>
    withQuery(ROUTES.dataset, { id, ...query }),
  algorithms: (query: { name?: string } = {}) => withQuery(ROUTES.algorithms, query),
  algorithm: (id: string, query: { flType?: typeof BY_ITSELF; from?: string } = {}) =>
    withQuery(ROUTES.algorithm, { id, ...query }),
  myModels: (query: { name?: string } = {}) => withQuery(ROUTES.myModels, query),
  modelPool: (query: { name?: string } = {}) => withQuery(ROUTES.modelPool, query),
  /** `use`: scrolls to the place where the model can be used. */
  model: (id: string, { from, use }: { from?: 'myModel' | 'pool'; use?: '1' } = {}) =>
    withQuery(ROUTES.model, { id, from: from === 'myModel' ? FROM_MY_MODELS : from, use }),
  environment: () => ROUTES.environment,
  /** `part` is a part of the environment that is not ready. The page opens at the instructions for that part. */
  environmentGuide: (part?: string) => `${ROUTES.environmentGuide}${part ? `#${part}` : ''}`,
  /**
   * The page of tickets. With `edge`, redirects with a fresh token to the edge's own page of the ticket, the members or
   * removed data.
   */
  tickets: (query: { taskId?: string; edge?: 'ticket' | 'members' | 'removed' } = {}) =>
    withQuery(ROUTES.tickets, query),
  notices: () => ROUTES.notices,
  journal: () => ROUTES.journal,
  landing: () => ROUTES.landing,
  screen: () => ROUTES.screen,
  terms: () => ROUTES.terms,
  privacy: () => ROUTES.privacy,
  openApi: () => ROUTES.openApi,
  notFound: () => ROUTES.notFound,
} as const
