import type { Share } from '@tessera/contract'
import { ShareText } from './ShareText.tsx'

interface Props {
  head: string
  names: string[]
  rows: { name: string; shares: (Share | null)[] }[]
}

/** A line for each of what was scored, a column for each share. */
export function SharesTable({ head, names, rows }: Props) {
  return (
    <div className="t-scroll-x">
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
          {rows.map(({ name, shares }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {shares.map((share, at) => (
                <td key={names[at]}>
                  <ShareText share={share} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
