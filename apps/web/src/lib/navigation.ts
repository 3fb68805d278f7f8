import { useNavigate, useRouter, useRouterState, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'

/** `const go = useGo()`, then `go(paths.task(id))`; `{ replace: true }` leaves no step in the history. */
export function useGo(): (path: string, options?: { replace?: boolean }) => void {
  const navigate = useNavigate()
  return useCallback(
    (path, options = {}) => void navigate({ href: path, replace: options.replace ?? false }),
    [navigate],
  )
}

/** Back where one came from, or to `otherwise` when the page was opened by a link. */
export function useGoBack(otherwise: string): () => void {
  const router = useRouter()
  const go = useGo()
  return useCallback(() => {
    if (router.history.canGoBack()) router.history.back()
    else go(otherwise, { replace: true })
  }, [router, go, otherwise])
}

/**
 * The query parameters of the page one stands in, all text. The address changes before the next page is loaded: read
 * from there, a page on its way out would take the next one's `id` for its own and ask the server for it.
 */
export function useQueryParams(): Record<string, string | undefined> {
  return useSearch({ strict: false }) as Record<string, string | undefined>
}

/** Which step of the browser's history the page is: the same again after Back and after a reload. */
export function useHistoryStep(): string {
  return useRouterState({ select: ({ location }) => location.state.__TSR_key ?? '' })
}

export function usePathname(): string {
  return useRouterState({ select: (state) => state.location.pathname })
}

/** The address of the page that stands there: until the next one is loaded, still that of the page on its way out. */
export function useShownPathname(): string {
  return useRouterState({ select: ({ matches, location }) => matches.at(-1)?.pathname ?? location.pathname })
}
