import { ApiError } from './api-error.ts'
import { diagnose } from './client-errors.ts'

type LocalNetwork = 'granted' | 'denied' | 'prompt' | 'unknown'

/** Why the edge did not answer, from everything a browser may know about it. */
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

/** Chromium asks before a public page reaches the local network; others do not know the question. */
async function localNetworkPermission(): Promise<LocalNetwork> {
  try {
    const name = 'local-network-access' as PermissionName
    return (await navigator.permissions.query({ name })).state
  } catch {
    return 'unknown'
  }
}
