import type { ReactNode } from 'react'
import { usePhrases } from '../lib/i18n.ts'
import { Mark } from '../ui/Mark.tsx'
import { LanguageSwitch, ThemeSwitch } from '../ui/Switches.tsx'
import { Foot } from './Foot.tsx'
import { Mosaic } from './Mosaic.tsx'
import { appPhrases } from './phrases.ts'

/** The layout of a page without header and sidebar: the mosaic is on the left, a form or a choice on the right. */
export function BareFrame({
  children,
  wide = false,
  corner,
}: {
  children: ReactNode
  wide?: boolean
  corner?: ReactNode
}) {
  const t = usePhrases(appPhrases)
  return (
    <div className="t-bare">
      <aside className="t-bare-side">
        <div className="t-bare-brand">
          <Mark size={36} />
          <span>Tessera</span>
        </div>
        <Mosaic />
        <p className="t-bare-promise">{t('promise')}</p>
        <p className="t-bare-detail">{t('promiseDetail')}</p>
      </aside>
      <div className="t-bare-page">
        <header className="t-bare-bar">
          <span className="t-bare-brand">
            <Mark size={24} />
            <span>Tessera</span>
          </span>
          {corner}
          <ThemeSwitch />
          <LanguageSwitch />
        </header>
        <main className={wide ? 't-bare-main t-bare-wide' : 't-bare-main'}>{children}</main>
        <Foot />
      </div>
    </div>
  )
}
