import type { CSSProperties, ReactNode } from 'react'

/** Cards in rows of `perRow` from 1280 px, then two, then one. Put `Card` of `ui` or `CardSkeleton`s inside. */
export function CardGrid({ perRow, children }: { perRow: 2 | 3 | 4; children: ReactNode }) {
  return (
    <div className="t-card-grid" style={{ '--per-row': perRow } as CSSProperties}>
      {children}
    </div>
  )
}
