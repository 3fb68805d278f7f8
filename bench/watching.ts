/** Helpers for the benchmarks that cause faults: the memory of all processes, and the rows of a growing table. */
import { readFileSync } from 'node:fs'
import { pidsOf } from '../e2e/world.ts'

/** Returns the memory of all processes of the demo, or of that folder, in megabytes; shared memory is counted once. */
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

export function secondsText(seconds: number | null): string {
  return seconds === null ? '-' : `${seconds.toFixed(1)} s`
}

/** Returns a function that formats the cells of a row, padded to these widths. */
export const rowOf =
  (...widths: number[]) =>
  (...cells: string[]) =>
    widths.map((width, index) => (cells[index] ?? '').padEnd(width)).join(' ')
