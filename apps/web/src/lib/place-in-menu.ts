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

/** Says under which page of the menu this one stands, for as long as it is shown. */
export function useStandUnder(page: string | undefined) {
  const path = page?.split('?')[0]
  useEffect(() => {
    if (path === undefined) return
    stand(path)
    return () => stand(null)
  }, [path])
}

/** The page of the menu under which the present one says that it stands; null where its own address says so. */
export const usePlaceInMenu = () => useSyncExternalStore(subscribe, () => place)
