import { type ReactNode, useRef } from 'react'
import { useRestoredFocus } from '../app/restored-focus.ts'
import { usePhrases } from '../lib/i18n.ts'
import { Mark } from '../ui/index.ts'
import { LanguageSwitch, ThemeSwitch } from '../ui/Switches.tsx'
import { edgePagePhrases } from './phrases.ts'

/** The frame of every edge page. It names the edge by its address. */
export function Shell({ children }: { children: ReactNode }) {
  const t = usePhrases(edgePagePhrases)
  const content = useRef<HTMLElement>(null)
  useRestoredFocus(content)
  return (
    <div className="own-page">
      <header className="own-page-bar">
        <Mark size={24} />
        <strong className="t-grow">Tessera</strong>
        <ThemeSwitch />
        <LanguageSwitch />
        <p className="t-soft own-page-host">{t('edge', { host: location.host })}</p>
      </header>
      <main ref={content}>{children}</main>
      <footer className="t-soft">{t('promise')}</footer>
    </div>
  )
}
