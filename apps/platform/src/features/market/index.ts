/** Leads people to the smart market, logged in there without their session leaving this platform. */
export { marketRoutes } from './routes.ts'
