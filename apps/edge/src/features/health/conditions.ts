import { readFileSync } from 'node:fs'
import { access, constants, statfs } from 'node:fs/promises'
import type { NodeCondition } from '@tessera/contract'

const LEAST_FREE_MEMORY = 0.05
const LEAST_FREE_DISK_BYTES = 1024 ** 3
const MOST_PROCESSES = 0.9

export interface MachineState {
  conditions: NodeCondition[]
  isStorageWritable: boolean
}

/** What stands in the way of work on this machine. Files of Linux that another system lacks count as no pressure. */
export async function readMachine(dataDir: string): Promise<MachineState> {
  const conditions: NodeCondition[] = []
  if (isMemoryShort()) conditions.push('MemoryPressure')
  const { bavail, bsize } = await statfs(dataDir)
  if (bavail * bsize < LEAST_FREE_DISK_BYTES) conditions.push('DiskPressure')
  if (areProcessesMany()) conditions.push('PIDPressure')
  const isStorageWritable = await access(dataDir, constants.W_OK).then(
    () => true,
    () => false,
  )
  return { conditions, isStorageWritable }
}

function isMemoryShort(): boolean {
  const text = readText('/proc/meminfo')
  const kilobytes = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(text)?.[1])
  return kilobytes('MemAvailable') / kilobytes('MemTotal') < LEAST_FREE_MEMORY
}

function areProcessesMany(): boolean {
  const most = Number(readText('/proc/sys/kernel/pid_max'))
  const now = Number(/\d+\/(\d+)/.exec(readText('/proc/loadavg'))?.[1])
  return now / most > MOST_PROCESSES
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
