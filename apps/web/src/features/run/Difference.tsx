import { formatDifference } from '../../lib/differences.ts'

/** Number of standard deviations at which the bar has its full length. */
const FULL = 1
const HALF = 30

/** A standardised difference, with a bar that points in its direction. */
export function Difference({ value }: { value: number | null }) {
  const length = Math.min(1, Math.abs(value ?? 0) / FULL) * HALF
  return (
    <span className="run-difference">
      <span>{formatDifference(value)}</span>
      {value !== null && (
        <svg width={2 * HALF} height={12} viewBox={`0 0 ${2 * HALF} 12`} aria-hidden="true">
          <rect x={value < 0 ? HALF - length : HALF} y={2} width={length} height={8} />
          <line x1={HALF} x2={HALF} y1={0} y2={12} />
        </svg>
      )}
    </span>
  )
}
