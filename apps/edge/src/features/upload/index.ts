export { deleteOldUploads } from './kept-uploads.ts'
export { recognise } from './recognise.ts'
export { uploadRoutes } from './routes.ts'
