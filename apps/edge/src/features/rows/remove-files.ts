import { rm, rmdir } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import type { Db } from '../../db/open.ts'
import { ROWS_FILE } from '../../kinds/index.ts'
import { isMediaUsed, type StoredDataset } from './queries.ts'

/** Deletes the files of a dataset. Pictures are kept while a selection of them is used by a task. */
export async function removeFiles(db: Db, { file, media }: Pick<StoredDataset, 'file' | 'media'>) {
  const isOwnFolder = basename(file) === ROWS_FILE
  const keepsPictures = media !== null && isMediaUsed(db, media)
  if (media !== null && !keepsPictures) {
    await rm(media, { recursive: true, force: true })
    // Removes the folder of the dataset if it is now empty.
    if (dirname(media) !== dirname(file)) await rmdir(dirname(media)).catch(() => {})
  }
  await rm(file, { force: true })
  if (isOwnFolder && (!keepsPictures || dirname(media) !== dirname(file))) {
    await rm(dirname(file), { recursive: true, force: true })
  }
}
