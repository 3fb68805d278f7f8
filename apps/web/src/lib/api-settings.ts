import { DEFAULT_PREFIX } from '@tessera/contract/wire'

/** Two hours, because an upload can be large and the connection slow. */
const DEFAULT_TIMEOUT_MS = 7_200_000

/** The platform's path prefix and the timeout of calls, set at build time or by tests. */
export const apiSettings = {
  prefix: import.meta.env.VITE_API_PREFIX ?? DEFAULT_PREFIX,
  timeoutMs: Number(import.meta.env.VITE_API_TIMEOUT_MS ?? DEFAULT_TIMEOUT_MS),
}
