export type { ResultDeps } from './deps.ts'
export { noteLeftResults, noteResult, resultFolder } from './keep.ts'
export { resultRoutes } from './routes.ts'
