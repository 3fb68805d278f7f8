/** Durations of messages: for success, and for errors that users have to read. */
export const TOAST_SECONDS = 3
export const ERROR_SECONDS = 5
