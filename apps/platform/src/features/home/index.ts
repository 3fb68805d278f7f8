/** The console's first page: numbers of objects, and the changelog. */
export { homeRoutes } from './routes.ts'
