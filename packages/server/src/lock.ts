import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { BadSettings } from './settings.ts'

/**
 * Holds a file that names this process: what lies beside it bears one process only. `refusal` words what a second one is
 * told of the holder.
 */
export function takeLock(path: string, refusal: (holder: string) => string): () => void {
  const draft = `${path}.${process.pid}.tmp`
  writeFileSync(draft, nameOf(process.pid), { mode: 0o600 })
  try {
    for (;;) {
      try {
        // Unlike a file that is written after it was created, a link is never seen half.
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

/** Undefined when it was given back meanwhile. */
function readHolder(path: string): Holder | undefined {
  try {
    const [pid, startTime] = readFileSync(path, 'utf8').split(' ')
    return { pid: Number(pid), startTime }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
}

/** Ids are given again, after a restart of a container or the machine at once: the start tells processes apart. */
function isHeldBy({ pid, startTime }: Holder): boolean {
  if (!isAlive(pid)) return false
  const now = startTimeOf(pid)
  if (startTime && now) return startTime === now
  return pid !== process.pid
}

const nameOf = (pid: number) => [pid, startTimeOf(pid)].filter(Boolean).join(' ')

/** In ticks since the machine started; undefined where the system does not tell. */
function startTimeOf(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The second field is a name in brackets, which may hold anything; the start is the twenty-second.
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
