import { ConfigProvider } from 'antd'
import enUS from 'antd/locale/en_US'
import zhCN from 'antd/locale/zh_CN'
import { type ReactNode, useSyncExternalStore } from 'react'
import { useLanguage } from '../lib/i18n.ts'
import { quietIcons } from '../ui/quiet-icons.ts'
import { useThemeMode } from '../ui/theme-mode.ts'
import { themeOf } from './theme.ts'

quietIcons()

/** Ant Design in the present language and theme: for the console and for the pages an edge serves. */
export function Looks({ children }: { children: ReactNode }) {
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
