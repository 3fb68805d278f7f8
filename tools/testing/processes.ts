import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { until } from '../until.ts'

/**
 * Returns all running processes whose command line, working folder or DATA_DIR contains `text`, as `pid command`. Works
 * only on Linux.
 */
export function processesNaming(text: string): string[] {
  return readdirSync('/proc')
    .filter((pid) => /^\d+$/.test(pid) && Number(pid) !== process.pid)
    .flatMap((pid) => {
      try {
        const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
        const state = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.[0]
        const cwd = readlinkSync(`/proc/${pid}/cwd`)
        const dataDir = readFileSync(`/proc/${pid}/environ`, 'utf8').match(/(?:^|\0)DATA_DIR=([^\0]*)/)?.[1] ?? ''
        return state !== 'Z' && [command, cwd, dataDir].some((place) => place.includes(text))
          ? [`${pid} ${command}`]
          : []
      } catch {
        return []
      }
    })
}

export async function untilNoProcessNames(text: string, timeoutMs = 10_000) {
  await until(
    `nothing to run for ${text}`,
    () => (processesNaming(text).length === 0 ? true : undefined),
    timeoutMs,
  ).catch(() => {
    throw new Error(`still running:\n${processesNaming(text).join('\n')}`)
  })
}
