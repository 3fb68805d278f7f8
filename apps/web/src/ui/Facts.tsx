import type { ReactNode } from 'react'

/** Facts as a list of name and value; `null` values are left out. */
export function Facts({ items }: { items: { term: string; value: ReactNode }[] }) {
  return (
    <dl className="t-facts">
      {items
        .filter(({ value }) => value !== null && value !== undefined)
        .map(({ term, value }) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  )
}
