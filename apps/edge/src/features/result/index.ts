export type { ResultDeps } from './deps.ts'
export { resultRoutes } from './routes.ts'
export { recordLeftResults, recordResult, resultFolder } from './store.ts'
