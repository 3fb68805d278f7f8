import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { BadSettings } from './settings.ts'

/**
 * Creates a lock file that names this process, so that only one process uses the folder. Returns a function that
 * releases the lock. `refusal` returns the error message for a second process from the id of the holder.
 */
export function acquireLock(path: string, refusal: (holder: string) => string): () => void {
  const draft = `${path}.${process.pid}.tmp`
  writeFileSync(draft, nameOf(process.pid), { mode: 0o600 })
  try {
    for (;;) {
      try {
        // The lock is created as a link: unlike a file that is created and then written, a link is never incomplete.
        linkSync(draft, path)
        return () => rmSync(path, { force: true })
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
      }
      const holder = readHolder(path)
      if (holder && isHeldBy(holder)) throw new BadSettings(refusal(`process ${holder.pid} (${path})`))
      rmSync(path, { force: true })
    }
  } finally {
    rmSync(draft, { force: true })
  }
}

interface Holder {
  pid: number
  startTime: string | undefined
}

/** Returns the holder of the lock, or undefined if the lock was just released. */
function readHolder(path: string): Holder | undefined {
  try {
    const [pid, startTime] = readFileSync(path, 'utf8').split(' ')
    return { pid: Number(pid), startTime }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
}

/**
 * Returns whether the process that holds the lock still runs. Process ids are reused, immediately after a restart of a
 * container or machine, so the start time distinguishes processes.
 */
function isHeldBy({ pid, startTime }: Holder): boolean {
  if (!isAlive(pid)) return false
  const now = startTimeOf(pid)
  if (startTime && now) return startTime === now
  return pid !== process.pid
}

const nameOf = (pid: number) => [pid, startTimeOf(pid)].filter(Boolean).join(' ')

/**
 * Returns the start time of a process in ticks since the machine started, or undefined if the system does not provide
 * it.
 */
function startTimeOf(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The second field is a name in brackets, which can contain any character. The start time is the 22nd field.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]
  } catch {
    return undefined
  }
}

function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
