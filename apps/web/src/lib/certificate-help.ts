import { useSyncExternalStore } from 'react'

/** The state of the single certificate dialog at the root of the page. Any error can open it. */
let isOpen = false
const listeners = new Set<() => void>()

export function showCertificateHelp(open = true) {
  isOpen = open
  for (const listener of listeners) listener()
}

export function useCertificateHelp(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => isOpen,
  )
}
