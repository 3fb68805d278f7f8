import type { ReactNode } from 'react'

interface Fact {
  term: string
  /** In place of the name, where it explains itself. */
  label?: ReactNode
  value: ReactNode
}

/** Facts as a list of name and value; `null` values are left out. */
export function Facts({ items }: { items: Fact[] }) {
  return (
    <dl className="t-facts">
      {items
        .filter(({ value }) => value !== null && value !== undefined)
        .map(({ term, label, value }) => (
          <div key={term}>
            <dt>{label ?? term}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  )
}
