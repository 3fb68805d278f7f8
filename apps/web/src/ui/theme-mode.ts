import { useSyncExternalStore } from 'react'

export const THEMES = ['light', 'dark'] as const
export type ThemeMode = (typeof THEMES)[number]

const listeners = new Set<() => void>()

export function getThemeMode(): ThemeMode {
  return document.documentElement.dataset.theme === 'dark' ? 'dark' : 'light'
}

export function setThemeMode(mode: ThemeMode) {
  localStorage.setItem('theme', mode)
  show(mode)
}

function show(mode: ThemeMode) {
  document.documentElement.dataset.theme = mode
  for (const listener of listeners) listener()
}

// Follows a change of the theme in another tab.
window.addEventListener('storage', ({ key, newValue }) => {
  if (key === 'theme' && (newValue === 'light' || newValue === 'dark')) show(newValue)
})

/** Returns `[mode, setMode]`. Stores the user's choice; the default is the preference of the operating system. */
export function useThemeMode(): [ThemeMode, (mode: ThemeMode) => void] {
  const mode = useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, getThemeMode)
  return [mode, setThemeMode]
}
