import { useEffect, useSyncExternalStore } from 'react'

let place: string | null = null
const listeners = new Set<() => void>()

function stand(under: string | null) {
  place = under
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Highlights a menu entry as the one to which this page belongs, while the page is shown. */
export function useMenuEntry(page: string | undefined) {
  const path = page?.split('?')[0]
  useEffect(() => {
    if (path === undefined) return
    stand(path)
    return () => stand(null)
  }, [path])
}

/** Returns the menu entry that the current page has set, or null if the page's address determines the entry. */
export const useCurrentMenuEntry = () => useSyncExternalStore(subscribe, () => place)
