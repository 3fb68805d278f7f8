import { useNavigate, useRouter, useRouterState, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'

/**
 * Returns a function that navigates: `const go = useGo()`, then `go(paths.task(id))`. `{ replace: true }` adds no
 * history entry.
 */
export function useGo(): (path: string, options?: { replace?: boolean }) => void {
  const navigate = useNavigate()
  return useCallback(
    (path, options = {}) => void navigate({ href: path, replace: options.replace ?? false }),
    [navigate],
  )
}

/** Returns a function that goes back, or to `otherwise` if the page has no previous page in this tab. */
export function useGoBack(otherwise: string): () => void {
  const router = useRouter()
  const go = useGo()
  return useCallback(() => {
    if (router.history.canGoBack()) router.history.back()
    else go(otherwise, { replace: true })
  }, [router, go, otherwise])
}

/**
 * Returns the query parameters of the page that is shown, all as text. The address changes before the next page is
 * loaded, and the current page would otherwise use and request the next page's `id` as its own.
 */
export function useQueryParams(): Record<string, string | undefined> {
  return useSearch({ strict: false }) as Record<string, string | undefined>
}

/** Returns the key of the page's history entry, which stays the same after Back and after a reload. */
export function useHistoryStep(): string {
  return useRouterState({ select: ({ location }) => location.state.__TSR_key ?? '' })
}

export function usePathname(): string {
  return useRouterState({ select: (state) => state.location.pathname })
}

/** Returns the path of the page that is shown. Until the next page is loaded, this is the current page. */
export function useShownPathname(): string {
  return useRouterState({ select: ({ matches, location }) => matches.at(-1)?.pathname ?? location.pathname })
}
