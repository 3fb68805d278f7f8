/**
 * Links to the marketplace (`market`), where users are logged in automatically. The market does not learn their
 * session.
 */
export { marketRoutes } from './routes.ts'
