export type { ResultDeps } from './deps.ts'
export { noteResult, resultFolder } from './keep.ts'
export { resultRoutes } from './routes.ts'
