/** Who is calling: somebody with an account, for one of their parties. */
export { identifyActor } from './identify.ts'
export { sessionRoutes } from './routes.ts'
