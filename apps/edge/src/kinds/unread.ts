import type { ReadingReport } from '@tessera/contract'
import type { Entry } from 'yauzl'
import type { Archive } from '../lib/zip.ts'
import type { EdgeKind } from './kind.ts'

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
    unread({ isCounted }: Pick<EdgeKind, 'isCounted'>): Pick<ReadingReport, 'unread'> {
      const names = [...unread].map(({ fileName }) => fileName).filter((name) => !isCounted?.(name))
      return names.length === 0 ? {} : { unread: { count: names.length, names: names.slice(0, NAMES_SHOWN) } }
    },
  }
}
