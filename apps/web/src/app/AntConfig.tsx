import { ConfigProvider } from 'antd'
import enUS from 'antd/locale/en_US'
import zhCN from 'antd/locale/zh_CN'
import { type ReactNode, useSyncExternalStore } from 'react'
import { useLanguage } from '../lib/i18n.ts'
import { quietIcons } from '../ui/quiet-icons.ts'
import { useThemeMode } from '../ui/theme-mode.ts'
import { themeOf } from './theme.ts'

quietIcons()

/** Configures Ant Design for the current language and theme, in the console and on edge pages. */
export function AntConfig({ children }: { children: ReactNode }) {
  const [language] = useLanguage()
  const [mode] = useThemeMode()
  const hasMotion = useHasMotion()
  return (
    <ConfigProvider
      theme={themeOf(mode, hasMotion)}
      locale={language === 'en' ? enUS : zhCN}
      button={{ autoInsertSpace: false }}
      form={{ requiredMark: false }}
    >
      {children}
    </ConfigProvider>
  )
}

const REDUCED = '(prefers-reduced-motion: reduce)'

function useHasMotion(): boolean {
  return useSyncExternalStore(
    (listener) => {
      const query = window.matchMedia(REDUCED)
      query.addEventListener('change', listener)
      return () => query.removeEventListener('change', listener)
    },
    () => !window.matchMedia(REDUCED).matches,
  )
}
