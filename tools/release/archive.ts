import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { compareVersions } from '@tessera/contract'
import { root } from '../places.ts'

/** Folder of the archives `<version>.tar.zst`. Each holds the backups of a small installation of a released version. */
export const ARCHIVES = join(root, 'tools', 'testing', 'upgrade')
const MAX_ARCHIVE_BYTES = 1024 * 1024
const ENDING = '.tar.zst'

export const archiveOf = (version: string) => join(ARCHIVES, `${version}${ENDING}`)

/** Returns all versions that have an archive, the newest last. */
export const archivedVersions = (): string[] =>
  readdirSync(ARCHIVES)
    .filter((name) => name.endsWith(ENDING))
    .map((name) => name.slice(0, -ENDING.length))
    .toSorted(compareVersions)

/** Writes all files of a folder into one archive. Throws if the archive is too large for the repository. */
export function pack(folder: string, file: string) {
  const tar = execFileSync('tar', ['-c', '--sort=name', '--owner=0', '--group=0', '-C', folder, '.'], {
    maxBuffer: 1 << 28,
  })
  writeFileSync(file, zstdCompressSync(tar, { params: { [constants.ZSTD_c_compressionLevel]: 19 } }))
  const { size } = statSync(file)
  if (size > MAX_ARCHIVE_BYTES) throw new Error(`${file} has ${size} bytes, more than ${MAX_ARCHIVE_BYTES}`)
}

export function unpack(file: string, folder: string) {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  execFileSync('tar', ['-x', '-C', folder], { input: zstdDecompressSync(readFileSync(file)) })
}
