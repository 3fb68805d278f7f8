/** For the benches that break something: the memory of all that runs, and a table as it grows. */
import { readFileSync } from 'node:fs'
import { pidsOf } from '../e2e/world.ts'

/** Of all that runs in the demo, or in that folder, in megabytes; what processes share is counted once. */
export function memoryNow(dataDir?: string): number {
  const kilobytes = pidsOf('', dataDir).map((pid) => {
    try {
      return Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1])
    } catch {
      return 0
    }
  })
  return Math.round(kilobytes.reduce((sum, one) => sum + one, 0) / 1_024)
}

export function told(seconds: number | null): string {
  return seconds === null ? '-' : `${seconds.toFixed(1)} s`
}

/** Of a table as it grows: cells of these widths. */
export const rowOf =
  (...widths: number[]) =>
  (...cells: string[]) =>
    widths.map((width, index) => (cells[index] ?? '').padEnd(width)).join(' ')
