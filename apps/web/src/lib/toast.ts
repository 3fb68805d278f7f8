/** How long a message stands: what went well, and what has to be read to be mended. */
export const TOAST_SECONDS = 3
export const ERROR_SECONDS = 5
