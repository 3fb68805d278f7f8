import { createBrowserHistory, createRootRoute, createRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { CrashPage } from '../app/CrashPage.tsx'
import { parseSearch, stringifySearch } from '../lib/search-text.ts'
import { isFramed } from './console-line.ts'

/** Of one page: what is looked at stands in its address. */
export function createRoomRouter(page: () => ReactNode, step: string | null) {
  const keep = isFramed() ? keptAddress(step) : () => {}
  const router = createRouter({
    routeTree: createRootRoute({ component: page, notFoundComponent: page }),
    history: createBrowserHistory(),
    parseSearch,
    stringifySearch,
    defaultErrorComponent: CrashPage,
  })
  router.subscribe('onResolved', keep)
  return router
}

/**
 * The console knows nothing of what is looked at in its frame, and opens it as it was at first. This tab keeps the address for
 * each step of the console's history: Back and a reload show the same again. From the console's own address nothing but the
 * dataset is taken: with conditions of its choice it could read rows off the frame's height.
 */
function keptAddress(step: string | null): () => void {
  const id = new URLSearchParams(location.search).get('id')
  const key = `room ${location.pathname} ${id} ${step}`
  const kept = step === null ? null : sessionStorage.getItem(key)
  const bare = id === null ? '' : `?${new URLSearchParams({ id })}`
  history.replaceState(null, '', `${location.pathname}${kept ?? bare}`)
  return () => {
    if (step !== null) sessionStorage.setItem(key, location.search)
  }
}
