/** For the benches that break something: a run as its page shows it, until it is over, and the memory of all that runs. */
import { readFileSync } from 'node:fs'
import type { Run, RunEvent } from '@tessera/contract'
import * as wire from '@tessera/contract/wire'
import { pidsOf } from '../e2e/world.ts'
import type { Client } from '../tools/client.ts'
import { until } from '../tools/until.ts'

export const LONG_MS = 900_000

export interface Sight {
  run: Run
  events: RunEvent[]
}

/** Undefined while the platform cannot answer. */
export async function look(client: Client, taskId: string): Promise<Sight | undefined> {
  const { run, events } = await client.call(wire.GetRun, { taskId }).catch(() => ({ run: null, events: [] }))
  return run ? { run, events } : undefined
}

export function isOver({ phase }: Run): boolean {
  return phase === 'completed' || phase === 'failed' || phase === 'stopped'
}

export function runEnded(client: Client, taskId: string): Promise<Run> {
  return until(
    'the run to end',
    async () => {
      const sight = await look(client, taskId)
      return sight && isOver(sight.run) ? sight.run : undefined
    },
    LONG_MS,
  )
}

/** Of all that the demo runs, in megabytes; what processes share is counted once. */
export function memoryNow(): number {
  const kilobytes = pidsOf('').map((pid) => {
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
