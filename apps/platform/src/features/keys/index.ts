export { keyRoutes, publicKeys, publishedKeys } from './routes.ts'
