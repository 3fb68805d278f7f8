/** The texts of server errors. `api-error.ts` imports this module dynamically, so that it is a separate chunk. */
export { isErrorCode, phrase } from '@tessera/contract'
