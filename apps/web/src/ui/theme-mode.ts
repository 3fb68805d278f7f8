import { useSyncExternalStore } from 'react'

export type ThemeMode = 'light' | 'dark'

const listeners = new Set<() => void>()

function read(): ThemeMode {
  return document.documentElement.dataset.theme === 'dark' ? 'dark' : 'light'
}

function setThemeMode(mode: ThemeMode) {
  localStorage.setItem('theme', mode)
  document.documentElement.dataset.theme = mode
  for (const listener of listeners) listener()
}

/** `[mode, setMode]`; the choice is kept, the system's wish is the default. */
export function useThemeMode(): [ThemeMode, (mode: ThemeMode) => void] {
  const mode = useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, read)
  return [mode, setThemeMode]
}
