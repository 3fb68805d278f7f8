/** Leads users to the smart market with a log-in there, without disclosing their session. */
export { marketRoutes } from './routes.ts'
