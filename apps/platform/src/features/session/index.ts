/** Identifies the caller: a user with an account, who acts for one of their parties. */
export { identifyActor } from './identify.ts'
export { sessionRoutes } from './routes.ts'
