import type { ReactNode } from 'react'

interface Fact {
  term: string
  /** Shown in place of the name, for a name with an explanation. */
  label?: ReactNode
  value: ReactNode
}

/** A list of names and values. Omits entries whose value is `null`. */
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
