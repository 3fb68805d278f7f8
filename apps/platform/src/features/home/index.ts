/** The console's first page: how much there is, and the update journal. Written by P3. */
export { homeRoutes } from './routes.ts'
