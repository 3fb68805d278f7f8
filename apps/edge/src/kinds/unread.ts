import type { ContentType, ReadingReport } from '@tessera/contract'
import type { Entry } from 'yauzl'
import type { Archive } from '../lib/zip.ts'
import { isInLabelsFolder } from './picture-names.ts'
import { OTHER_PICTURE, PICTURE } from './pictures/picture-format.ts'

const NAMES_SHOWN = 10

/**
 * Wraps an archive and records which files are read, so that all others can be reported instead of being ignored
 * silently.
 */
export function watchReads(archive: Archive) {
  const unread = new Set(archive.entries)
  const seen =
    <A extends unknown[], R>(read: (entry: Entry, ...more: A) => R) =>
    (entry: Entry, ...more: A): R => {
      unread.delete(entry)
      return read(entry, ...more)
    }
  const watched: Archive = {
    ...archive,
    open: seen(archive.open),
    extract: seen(archive.extract),
    bytes: seen(archive.bytes),
    text: seen(archive.text),
  }
  return {
    archive: watched,
    /** Returns the files that no reader opened, except those that are counted as left out. */
    unread(kind: ContentType): Pick<ReadingReport, 'unread'> {
      const names = [...unread].map(({ fileName }) => fileName).filter((name) => !isCounted(kind, name))
      return names.length === 0 ? {} : { unread: { count: names.length, names: names.slice(0, NAMES_SHOWN) } }
    },
  }
}

/**
 * Returns whether a file is counted without being opened, such as a picture with a wrong label or a label file without
 * a picture.
 */
function isCounted(kind: ContentType, name: string): boolean {
  if (kind !== 'vision' && kind !== 'yolo') return false
  return PICTURE.test(name) || OTHER_PICTURE.test(name) || (kind === 'yolo' && isInLabelsFolder(name))
}
