import type { ReactNode } from 'react'
import { Explained } from '../Explained.tsx'
import { ScrollX } from '../ScrollX.tsx'

interface Props {
  head: string
  names: string[]
  /** Explanations of the column heads, if needed. */
  helps?: string[]
  rows: { name: string; cells: ReactNode[] }[]
}

/** A table with a line for each class or type, and a column for each figure. */
export function KindsTable({ head, names, helps = [], rows }: Props) {
  return (
    <ScrollX>
      <table className="t-table">
        <thead>
          <tr>
            <th scope="col">{head}</th>
            {names.map((name, at) => (
              <th key={name} scope="col">
                <Explained help={helps[at] ?? null}>{name}</Explained>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, cells }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {cells.map((cell, at) => (
                <td key={names[at]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollX>
  )
}
