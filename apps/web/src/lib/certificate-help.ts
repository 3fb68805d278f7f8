import { useSyncExternalStore } from 'react'

/** Whether the certificate dialog at the root of the page is open. Any error can open this dialog. */
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
