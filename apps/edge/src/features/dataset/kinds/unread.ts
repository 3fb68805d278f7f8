import type { ContentType, ReadingReport } from '@tessera/contract'
import type { Entry } from 'yauzl'
import type { Archive } from '../../../lib/zip.ts'
import { isInLabelsFolder } from './picture-names.ts'
import { OTHER_PICTURE, PICTURE } from './pictures/picture-format.ts'

const NAMES_SHOWN = 10

/** An archive that remembers what was read of it, so that all else can be named: nothing is left aside in silence. */
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
    /** Files that no reader opened, but for those it counted as left out. */
    unread(kind: ContentType): Pick<ReadingReport, 'unread'> {
      const names = [...unread].map(({ fileName }) => fileName).filter((name) => !isCounted(kind, name))
      return names.length === 0 ? {} : { unread: { count: names.length, names: names.slice(0, NAMES_SHOWN) } }
    },
  }
}

/** A picture whose label is wrong is counted without being opened, and so is a label file without a picture. */
function isCounted(kind: ContentType, name: string): boolean {
  if (kind !== 'vision' && kind !== 'yolo') return false
  return PICTURE.test(name) || OTHER_PICTURE.test(name) || (kind === 'yolo' && isInLabelsFolder(name))
}
