import type { ReactNode } from 'react'
import { paths } from '../lib/paths.ts'
import { AppLink } from '../ui/AppLink.tsx'
import { Mark } from '../ui/Mark.tsx'

/** Header, sidebar and the page between them. */
export function Frame({ children }: { children: ReactNode }) {
  return (
    <div className="t-frame">
      <header className="t-bar">
        <AppLink to={paths.home()} className="t-brand">
          <Mark />
          Tessera
        </AppLink>
      </header>
      <main className="t-main">{children}</main>
    </div>
  )
}
