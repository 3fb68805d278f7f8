export { findCover, judge, type Question, type Verdict } from './authorize.ts'
export type { GrantDeps } from './deps.ts'
export { grantRoutes } from './routes.ts'
export { removeSpentRows, withdrawOfDatasets } from './withdraw.ts'
