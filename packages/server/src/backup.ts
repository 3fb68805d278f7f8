import { createWriteStream, existsSync } from 'node:fs'
import { mkdir, readdir, rename, rm, rmdir } from 'node:fs/promises'
import { basename, dirname, join, resolve, sep } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { ArchiveWriter, type ReadPart } from './archive.ts'
import { acquireLock } from './lock.ts'
import { BadSettings } from './settings.ts'

/** Error that prevents a backup or a restore. The message says why, and what to do. */
export class BackupRefused extends Error {}

/**
 * Returns the path to which a backup is written: the named file, or a new file in the named folder. Never overwrites a
 * file.
 */
export async function placeOfBackup(path: string, of: 'platform' | 'edge', now: Date): Promise<string> {
  const named = resolve(path)
  const isFolder = await readdir(named).then(
    () => true,
    () => false,
  )
  const stamp = now.toISOString().replace(/[-:]|\.\d+/g, '')
  const file = isFolder ? join(named, `tessera-${of}-${stamp}.tar.gz`) : named
  if (!/\.(tar\.gz|tgz)$/.test(file)) {
    throw new BackupRefused(`${path} is neither a folder nor a name that ends in .tar.gz: name one of both.`)
  }
  if (existsSync(file)) throw new BackupRefused(`${file} is there already and is not overwritten. Choose another name.`)
  if (!existsSync(dirname(file))) throw new BackupRefused(`There is no folder ${dirname(file)}. Make it first.`)
  return file
}

/** Writes an archive. If writing fails, no file remains. */
export async function writeArchive<T>(path: string, write: (archive: ArchiveWriter) => Promise<T>): Promise<T> {
  const archive = new ArchiveWriter(path)
  try {
    return await write(archive)
  } catch (error) {
    await archive.discard()
    throw error
  }
}

/** Adds every file below a folder to an archive. A file that is deleted during the backup is left out. */
export async function addFolder(
  archive: ArchiveWriter,
  folder: string,
  name: string,
  isWanted: (name: string) => boolean = () => true,
) {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
    return []
  })
  for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    const inside = name === '' ? entry.name : `${name}/${entry.name}`
    if (!isWanted(inside)) continue
    if (entry.isDirectory()) await addFolder(archive, join(folder, entry.name), inside, isWanted)
    else if (entry.isFile()) await archive.addFile(inside, join(folder, entry.name))
  }
}

/**
 * Fills a folder that must be new or empty. Until `fill` succeeds, all files are in a folder beside it with another
 * name, so that an interrupted restore leaves no folder that could be mistaken for a complete one.
 */
export async function fillFolder<T>(into: string, fill: (draft: string) => Promise<T>): Promise<T> {
  const folder = resolve(into)
  const parent = dirname(folder)
  await mkdir(parent, { recursive: true, mode: 0o700 })
  const release = acquireLock(
    join(parent, `.${basename(folder)}.restoring.lock`),
    (holder) => `Another restore into ${folder} is under way in ${holder}. Wait for it.`,
  )
  const draft = join(parent, `.${basename(folder)}.restoring`)
  try {
    await removeEmpty(folder)
    await rm(draft, { recursive: true, force: true })
    await mkdir(draft, { mode: 0o700 })
    const filled = await fill(draft)
    await rename(draft, folder)
    return filled
  } finally {
    await rm(draft, { recursive: true, force: true })
    release()
  }
}

/**
 * Removes the empty target folder first, because a mount point cannot be replaced, and this failure must occur while the
 * database is still empty.
 */
async function removeEmpty(folder: string) {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw new BackupRefused(`${folder} is no folder.`)
  })
  if (names.length > 0) {
    throw new BackupRefused(`${folder} is not empty, and nothing in it is overwritten. Name a new or an empty folder.`)
  }
  await rmdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return
    throw new BackupRefused(
      `${folder} cannot be replaced (${error.code}): a mount point or a link does not do. Name a new folder, such as one below it.`,
    )
  })
}

/** Writes a part of an archive to a file that only its owner can read. */
export async function extract({ name, content }: ReadPart, folder: string) {
  const path = join(folder, name)
  if (!path.startsWith(join(folder, sep))) throw new BadSettings(`${name} leads out of ${folder}`)
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  await pipeline(content, createWriteStream(path, { mode: 0o600, flags: 'wx', flush: true }))
}
