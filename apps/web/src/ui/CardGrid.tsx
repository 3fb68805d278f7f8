import type { CSSProperties, ReactNode } from 'react'

/**
 * A grid of cards: `perRow` columns from 1280 px, then two, then one. Use `Card` of `ui` or `CardSkeleton`s as
 * children.
 */
export function CardGrid({ perRow, children }: { perRow: 2 | 3 | 4; children: ReactNode }) {
  return (
    <div className="t-card-grid" style={{ '--per-row': perRow } as CSSProperties}>
      {children}
    </div>
  )
}
