export { removeReplaced } from './remove-replaced.ts'
export { pictureRoutes } from './routes.ts'
