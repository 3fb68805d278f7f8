export type { InferenceDeps } from './deps.ts'
export { resume } from './jobs.ts'
export { checkKeptModels } from './models.ts'
export { inferenceRoutes } from './routes.ts'
