/** What errors of servers are said with: loaded by `api-error.ts`, so that it is a piece of its own. */
export { isErrorCode, phrase } from '@tessera/contract'
