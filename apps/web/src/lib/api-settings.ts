import { DEFAULT_PREFIX } from '@tessera/contract/wire'

/** Two hours: a large upload over a slow line. */
const DEFAULT_TIMEOUT_MS = 7_200_000

/** Where the platform answers and how long a call may take; set at build time or, in tests, by hand. */
export const apiSettings = {
  prefix: import.meta.env.VITE_API_PREFIX ?? DEFAULT_PREFIX,
  timeoutMs: Number(import.meta.env.VITE_API_TIMEOUT_MS ?? DEFAULT_TIMEOUT_MS),
}
