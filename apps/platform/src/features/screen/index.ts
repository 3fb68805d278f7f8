export { screenRoute } from './routes.ts'
