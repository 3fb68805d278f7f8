/** Seconds for which messages are shown: shorter for success, longer for errors, which users have to read. */
export const TOAST_SECONDS = 3
export const ERROR_SECONDS = 5
