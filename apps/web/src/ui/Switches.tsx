import { MoonOutlined, SunOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useLanguage, usePhrases } from '../lib/i18n.ts'
import { uiPhrases } from './phrases.ts'
import { useThemeMode } from './theme-mode.ts'

/** A button that switches the language. It shows the other language by its own name, which its readers recognise. */
export function LanguageSwitch() {
  const [language, setLanguage] = useLanguage()
  return (
    <Button
      type="text"
      lang={language === 'cn' ? 'en' : 'zh-CN'}
      onClick={() => setLanguage(language === 'cn' ? 'en' : 'cn')}
    >
      {language === 'cn' ? 'English' : '中文'}
    </Button>
  )
}

export function ThemeSwitch() {
  const t = usePhrases(uiPhrases)
  const [mode, setMode] = useThemeMode()
  const label = t(mode === 'dark' ? 'lightTheme' : 'darkTheme')
  return (
    <Button
      type="text"
      icon={mode === 'dark' ? <SunOutlined /> : <MoonOutlined />}
      aria-label={label}
      title={label}
      onClick={() => setMode(mode === 'dark' ? 'light' : 'dark')}
    />
  )
}
