import { useSyncExternalStore } from 'react'

/** Errors anywhere may lead to the one dialog about certificates, which stands at the root of the page. */
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
