export type { InferenceDeps } from './deps.ts'
export { resume } from './jobs.ts'
export { inferenceRoutes } from './routes.ts'
