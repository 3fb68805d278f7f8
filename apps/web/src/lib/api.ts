/** The client of the platform and of the party's edge, for all features. */
export { ApiError } from './api-error.ts'
export {
  download,
  pictureUrl,
  type UploadOptions,
  upload,
  uploadPicture,
} from './files.ts'
export { type CallOptions, call, callForAnswer, freshEdgeToken } from './request.ts'
export { saveAs } from './save-file.ts'
