import { useNavigate, useRouter, useRouterState } from '@tanstack/react-router'
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

/** The query parameters of the address, all text. */
export function useQueryParams(): Record<string, string | undefined> {
  return useRouterState({ select: (state) => state.location.search as Record<string, string | undefined> })
}

export function usePathname(): string {
  return useRouterState({ select: (state) => state.location.pathname })
}
