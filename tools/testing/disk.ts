import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, statfsSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const MEGABYTE = 1024 * 1024

export type Disk = ReturnType<typeof openDisk>

/** Mounts a file system of this size at a folder, for tests that fill it. Requires root on Linux. */
export function openDisk(folder: string, megabytes: number) {
  mkdirSync(folder, { recursive: true })
  const { status, stderr } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder])
  if (status !== 0) throw new Error(`no disk at ${folder}: ${stderr}`)
  const filling = join(folder, 'fill')
  return {
    /** Fills the file system until only `free` megabytes are free. */
    leaveFree(free: number) {
      const { bavail, bsize } = statfsSync(folder)
      try {
        // Writes ones, because a sparse file would use no space.
        writeFileSync(filling, Buffer.alloc(Math.max(0, bavail * bsize - free * MEGABYTE), 1), { flag: 'a' })
      } catch (error) {
        // ENOSPC is expected, because other processes write at the same time.
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
      }
    },
    /** Frees all the space again. A full file system allows truncating, but no writing. */
    freeSpace() {
      truncateSync(filling)
      rmSync(filling)
    },
    close: () => void spawnSync('umount', ['-l', folder]),
  }
}
