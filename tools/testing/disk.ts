import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, statfsSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const MEGABYTE = 1024 * 1024

export type Disk = ReturnType<typeof openDisk>

/** A disk of so many megabytes at a folder, to be filled. Needs root on Linux. */
export function openDisk(folder: string, megabytes: number) {
  mkdirSync(folder, { recursive: true })
  const { status, stderr } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder])
  if (status !== 0) throw new Error(`no disk at ${folder}: ${stderr}`)
  const filling = join(folder, 'fill')
  return {
    /** Fills it until so many megabytes are free. */
    leaveFree(free: number) {
      const { bavail, bsize } = statfsSync(folder)
      try {
        // Sparse files take no room.
        writeFileSync(filling, Buffer.alloc(Math.max(0, bavail * bsize - free * MEGABYTE), 1), { flag: 'a' })
      } catch (error) {
        // Others write meanwhile.
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
      }
    },
    /** Gives all of that back; on a full disk nothing else can be done. */
    makeRoom() {
      truncateSync(filling)
      rmSync(filling)
    },
    close: () => void spawnSync('umount', ['-l', folder]),
  }
}
