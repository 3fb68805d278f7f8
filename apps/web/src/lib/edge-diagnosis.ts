import { ApiError } from './api-error.ts'
import { diagnose } from './client-errors.ts'

type LocalNetwork = 'granted' | 'denied' | 'prompt' | 'unknown'

/** Returns the error that explains why an edge did not answer, from everything that a browser can find out. */
export async function diagnoseEdge(edgeUrl: string, edgeAlive: () => Promise<boolean | 'unknown'>): Promise<ApiError> {
  const code = diagnose({
    target: 'edge',
    status: 0,
    hasToken: true,
    pageIsSecure: location.protocol === 'https:',
    edgeUrl,
    localNetwork: await localNetworkPermission(),
    edgeAlive: await edgeAlive(),
  })
  return new ApiError(code, { params: { edge: edgeUrl } })
}

/**
 * Returns the browser's permission for the local network. Only Chromium has this permission; other browsers reject the
 * query.
 */
async function localNetworkPermission(): Promise<LocalNetwork> {
  try {
    const name = 'local-network-access' as PermissionName
    return (await navigator.permissions.query({ name })).state
  } catch {
    return 'unknown'
  }
}
