import type { ReactNode } from 'react'

/** A titled block of a page, drawn with a thin line. */
export function Panel({ title, extra, children }: { title?: string; extra?: ReactNode; children: ReactNode }) {
  return (
    <section className="t-panel" aria-label={title}>
      {(title || extra) && (
        <header className="t-panel-head">
          {title && <h2>{title}</h2>}
          {extra}
        </header>
      )}
      {children}
    </section>
  )
}
