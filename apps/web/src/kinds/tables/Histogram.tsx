import type { ColumnProfile } from '@tessera/contract'

const WIDTH = 72
const HEIGHT = 20

/** A small histogram of a column. The column's profile shows the figures. */
export function Histogram({ bins }: { bins: ColumnProfile['bins'] }) {
  const highest = Math.max(1, ...bins.map(({ count }) => count))
  const step = WIDTH / Math.max(1, bins.length)
  return (
    <svg
      width={WIDTH}
      height={HEIGHT}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      aria-hidden="true"
      style={{ display: 'block' }}
    >
      {bins.map(({ label, count }, at) => {
        const height = count === 0 ? 0 : Math.max(1.5, (count / highest) * (HEIGHT - 1))
        return (
          <rect
            key={label}
            x={at * step}
            y={HEIGHT - height}
            width={Math.max(1, step - 1)}
            height={height}
            fill="var(--t-accent)"
            opacity={0.55}
          />
        )
      })}
      <line x1={0} x2={WIDTH} y1={HEIGHT - 0.5} y2={HEIGHT - 0.5} stroke="var(--t-line)" />
    </svg>
  )
}
