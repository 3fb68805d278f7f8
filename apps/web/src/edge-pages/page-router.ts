import { createBrowserHistory, createRootRoute, createRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { CrashPage } from '../app/CrashPage.tsx'
import { parseSearch, stringifySearch } from '../lib/search-text.ts'
import { isFramed } from './console-line.ts'

/** Returns the router of one edge page, whose state is in its address. */
export function createPageRouter(page: () => ReactNode, step: string | null) {
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
 * Restores the address of a framed page. The console always opens a frame in its initial state, because it does not
 * know what the frame shows. So this tab stores the frame's address for each history entry of the console, and the Back
 * button and a reload restore it. Of the console's own address, only the dataset's id is used: if the console could set
 * filters, it could infer rows from the frame's height.
 */
function keptAddress(step: string | null): () => void {
  const id = new URLSearchParams(location.search).get('id')
  const key = `edgeFrame ${location.pathname} ${id} ${step}`
  const stored = step === null ? null : sessionStorage.getItem(key)
  const bare = id === null ? '' : `?${new URLSearchParams({ id })}`
  history.replaceState(null, '', `${location.pathname}${stored ?? bare}`)
  return () => {
    if (step !== null) sessionStorage.setItem(key, location.search)
  }
}
