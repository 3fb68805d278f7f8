import { createBrowserHistory, createRootRoute, createRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { parseSearch, stringifySearch } from '../lib/search-text.ts'

/** Of one page: what is looked at stands in its address. */
export function createRoomRouter(page: () => ReactNode, step: string | null) {
  const keep = keptAddress(step)
  const router = createRouter({
    routeTree: createRootRoute({ component: page, notFoundComponent: page }),
    history: createBrowserHistory(),
    parseSearch,
    stringifySearch,
  })
  router.subscribe('onResolved', keep)
  return router
}

/**
 * The console knows nothing of what is looked at in its frame, and opens it as it was at first. This tab keeps the address for
 * each step of the console's history: Back and a reload show the same again.
 */
function keptAddress(step: string | null): () => void {
  if (step === null) return () => {}
  const key = `room ${location.pathname} ${step}`
  const kept = sessionStorage.getItem(key)
  if (kept) history.replaceState(null, '', `${location.pathname}${kept}`)
  return () => sessionStorage.setItem(key, location.search)
}
