import { readFileSync } from 'node:fs'
import { access, constants, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { type ComponentHealth, type EdgePart, MACHINE_BOUNDS, type NodeCondition } from '@tessera/contract'
import { EDGE_PAGE_FILE } from '@tessera/contract/wire'
import { type Db, transaction } from '../../db/open.ts'

const MIN_FREE_DISK_BYTES = MACHINE_BOUNDS.freeDiskGigabytes * 1024 ** 3

export interface MachineState {
  conditions: NodeCondition[]
  storage: ComponentHealth
  parts: Record<EdgePart, ComponentHealth>
}

export interface MachinePlaces {
  dataDir: string
  db: Db
  pageDir: string
}

interface MachineBounds {
  /** Folder in which Linux provides information about memory and processes. */
  procDir?: string
  leastFreeBytes?: number
}

/**
 * Returns the conditions of this machine that prevent work. If a Linux file is missing, as on other systems, its
 * condition is not reported.
 */
export async function readMachine(
  { dataDir, db, pageDir }: MachinePlaces,
  { procDir = '/proc', leastFreeBytes = MIN_FREE_DISK_BYTES }: MachineBounds = {},
): Promise<MachineState> {
  const conditions: NodeCondition[] = []
  if (isMemoryShort(procDir)) conditions.push('MemoryPressure')
  const { bavail, bsize } = await statfs(dataDir)
  if (bavail * bsize < leastFreeBytes) conditions.push('DiskPressure')
  if (areProcessesMany(procDir)) conditions.push('PIDPressure')
  return {
    conditions,
    storage: await healthOf(access(dataDir, constants.W_OK)),
    parts: {
      books: await healthOf(openBooks(db)),
      pages: await healthOf(access(join(pageDir, EDGE_PAGE_FILE), constants.R_OK)),
    },
  }
}

const healthOf = (look: Promise<void>): Promise<ComponentHealth> =>
  look.then(
    () => 'ok',
    () => 'failed',
  )

/**
 * Runs an empty write transaction, which checks that the database is readable and that no other process blocks writing.
 */
const openBooks = async (db: Db) => transaction(db, () => {})

function isMemoryShort(procDir: string): boolean {
  const text = readText(`${procDir}/meminfo`)
  const kilobytes = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(text)?.[1])
  return kilobytes('MemAvailable') / kilobytes('MemTotal') < MACHINE_BOUNDS.freeMemoryPercent / 100
}

function areProcessesMany(procDir: string): boolean {
  const most = Number(readText(`${procDir}/sys/kernel/pid_max`))
  const now = Number(/\d+\/(\d+)/.exec(readText(`${procDir}/loadavg`))?.[1])
  return now / most > MACHINE_BOUNDS.processPercent / 100
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
