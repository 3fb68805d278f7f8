import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, statfsSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const MEGABYTE = 1024 * 1024

export type Disk = ReturnType<typeof openDisk>

/** Mounts a disk of this size at a folder, for tests that fill it. Needs root on Linux. */
export function openDisk(folder: string, megabytes: number) {
  mkdirSync(folder, { recursive: true })
  const { status, stderr } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder])
  if (status !== 0) throw new Error(`no disk at ${folder}: ${stderr}`)
  const filling = join(folder, 'fill')
  return {
    /** Fills the disk until only this much space is free. */
    leaveFree(free: number) {
      const { bavail, bsize } = statfsSync(folder)
      try {
        // Sparse files would use no space.
        writeFileSync(filling, Buffer.alloc(Math.max(0, bavail * bsize - free * MEGABYTE), 1), { flag: 'a' })
      } catch (error) {
        // Other processes write meanwhile.
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
      }
    },
    /** Frees all of it again; nothing else is possible on a full disk. */
    freeSpace() {
      truncateSync(filling)
      rmSync(filling)
    },
    close: () => void spawnSync('umount', ['-l', folder]),
  }
}
