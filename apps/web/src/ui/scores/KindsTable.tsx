import type { ReactNode } from 'react'
import { ScrollX } from '../ScrollX.tsx'

interface Props {
  head: string
  names: string[]
  rows: { name: string; cells: ReactNode[] }[]
}

/** A line for each kind of what is told, under the names of what is told of it. */
export function KindsTable({ head, names, rows }: Props) {
  return (
    <ScrollX>
      <table className="t-table">
        <thead>
          <tr>
            {[head, ...names].map((name) => (
              <th key={name} scope="col">
                {name}
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
