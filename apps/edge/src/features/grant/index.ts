export { judge, type Question, type Verdict } from './authorize.ts'
export type { GrantDeps } from './deps.ts'
export { grantRoutes } from './routes.ts'
export { removeSpentRows, withdrawOfDataset } from './withdraw.ts'
