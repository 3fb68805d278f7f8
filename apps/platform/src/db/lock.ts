import { closeSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { BadSettings } from '@tessera/server'

/** Holds a file with this process's id: the embedded database bears one process only. */
export function takeLock(path: string): () => void {
  for (;;) {
    try {
      const file = openSync(path, 'wx', 0o600)
      writeSync(file, String(process.pid))
      closeSync(file)
      return () => rmSync(path, { force: true })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
    const holder = Number(readFileSync(path, 'utf8'))
    // Its own id: a process before this one had it, as after a restart of a container.
    if (isAlive(holder) && holder !== process.pid) {
      throw new BadSettings(`The database is in use by process ${holder} (${path}). Stop it, or set DATABASE_URL.`)
    }
    rmSync(path, { force: true })
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
