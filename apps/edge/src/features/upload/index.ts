export { recognise } from './recognise.ts'
export { uploadRoutes } from './routes.ts'
export { deleteOldArchives } from './uploaded-archives.ts'
