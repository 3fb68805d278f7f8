/** Everything a feature needs to talk to the platform and to its party's edge. */
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
