import { fail } from '@tessera/contract'
import type { Entry, ZipFile } from 'yauzl'
import { readableSize } from './files.ts'
import type { ForeignTexts } from './text-encoding.ts'
import { foreignNames, nameOf } from './zip-name.ts'

export const ZIP_LIMITS = {
  files: 100_000,
  /** Maximum size of the archive's list of files: names, comments and similar. */
  listBytes: 64 * 1024 * 1024,
  /** Maximum total size of the unpacked archive. */
  bytes: 100 * 1024 ** 3,
  /**
   * Maximum compression ratio. Text is rarely compressed by more than a factor of fifty. Checked only if the unpacked
   * archive is large.
   */
  ratio: 300,
  ratioFromBytes: 64 * 1024 * 1024,
}

const FLAGS = { encrypted: 0x1, strongly: 0x40, listHidden: 0x2000 }
const METHODS = { stored: 0, deflate: 8, aes: 99 }
const UNIX_TYPES = { mask: 0o170000, none: 0, file: 0o100000, folder: 0o040000, link: 0o120000 }
/** Matches system files, hidden files, and documentation for users who open the archive. */
const IGNORED =
  /^__MACOSX\/|(^|\/)\.[^/]+|(^|\/)(Thumbs\.db|desktop\.ini|(readme|说明|使用说明|自述)(\.(txt|md|rst|html?|pdf|docx?))?)$/i
const LIST_ENTRY_BYTES = 46
const LOCAL_HEADER_BYTES = 30
const NOTHING = Buffer.alloc(0)

export interface Listing {
  entries: Entry[]
  /** For each entry, the offset at which its content must end: the beginning of the next entry. */
  ends: Map<Entry, number>
}

/** Reads the list of files of an archive. Refuses the archive if it has a property of a malicious archive. */
export async function listEntries(zip: ZipFile, foreign: ForeignTexts): Promise<Listing> {
  if (zip.entryCount > ZIP_LIMITS.files) fail('dataset.zip-many-files', { limit: ZIP_LIMITS.files })
  const listed: Entry[] = []
  const size = { list: 0, packed: 0, unpacked: 0 }
  for await (const entry of zip.eachEntry()) {
    listed.push(entry)
    size.list += LIST_ENTRY_BYTES + entry.fileNameLength + entry.extraFieldLength + entry.fileCommentLength
    size.packed += entry.compressedSize
    size.unpacked += entry.uncompressedSize
    checkSize(size)
  }
  const all = named(listed, foreign)
  await refuseMore(zip)
  const ends = findOverlaps(all, zip.fileSize)
  return { entries: all.filter(({ fileName }) => !fileName.endsWith('/') && !IGNORED.test(fileName)), ends }
}

/** Decodes the names of all entries together, because a single name does not show its encoding. */
function named(listed: Entry[], foreign: ForeignTexts): Entry[] {
  const unknown = foreignNames(listed)
  foreign.sawNames(unknown)
  const encoding = unknown.length > 0 ? foreign.encoding : undefined
  const names = new Set<string>()
  return listed.map((entry, index) => {
    const name = nameOf(entry, index + 1, encoding)
    checkEntry(entry, name)
    if (names.has(name)) fail('dataset.zip-twice', { name })
    names.add(name)
    return lightened(entry, name)
  })
}

function checkEntry(entry: Entry, name: string) {
  const { generalPurposeBitFlag: flags, compressionMethod: method } = entry
  if (flags & (FLAGS.encrypted | FLAGS.strongly | FLAGS.listHidden) || method === METHODS.aes) {
    fail('dataset.zip-encrypted')
  }
  const type = (entry.externalFileAttributes >>> 16) & UNIX_TYPES.mask
  if (type === UNIX_TYPES.link) fail('dataset.zip-link', { name })
  if (![UNIX_TYPES.none, UNIX_TYPES.file, UNIX_TYPES.folder].includes(type)) fail('dataset.zip-device', { name })
  if (method !== METHODS.stored && method !== METHODS.deflate) fail('dataset.zip-method', { name })
}

function checkSize({ list, packed, unpacked }: { list: number; packed: number; unpacked: number }) {
  if (list > ZIP_LIMITS.listBytes) fail('dataset.zip-list-large', { limit: readableSize(ZIP_LIMITS.listBytes) })
  const isBomb = unpacked > ZIP_LIMITS.ratioFromBytes && unpacked > packed * ZIP_LIMITS.ratio
  if (isBomb) fail('dataset.zip-bomb', { size: readableSize(unpacked) })
  if (unpacked > ZIP_LIMITS.bytes) {
    fail('dataset.zip-large', { size: readableSize(unpacked), limit: readableSize(ZIP_LIMITS.bytes) })
  }
}

/** Removes extra fields and comments from an entry, because they can take 128 KB. */
function lightened(entry: Entry, name: string): Entry {
  return Object.assign(entry, {
    fileName: name,
    fileNameRaw: NOTHING,
    extraFieldRaw: NOTHING,
    extraFields: [],
    fileComment: '',
    fileCommentRaw: NOTHING,
    comment: '',
  })
}

/**
 * Refuses an archive that has more entries than its 16-bit count, which wraps around at 65,536. The further files would
 * be ignored silently.
 */
async function refuseMore(zip: ZipFile) {
  zip.entryCount += 1
  const next = await new Promise((resolve) => {
    zip.once('entry', () => resolve('entry'))
    zip.once('error', () => resolve('end'))
    zip.readEntry()
  })
  if (next === 'entry') fail('dataset.zip-count', { count: zip.entryCount - 1 })
}

/** Finds entries whose contents share bytes. With shared bytes, a small archive could unpack to any size. */
function findOverlaps(entries: Entry[], fileSize: number): Map<Entry, number> {
  const ends = new Map<Entry, number>()
  let end = fileSize
  const backwards = entries.toSorted((a, b) => b.relativeOffsetOfLocalHeader - a.relativeOffsetOfLocalHeader)
  for (const entry of backwards) {
    const { relativeOffsetOfLocalHeader: start, compressedSize, fileName } = entry
    if (start + LOCAL_HEADER_BYTES + compressedSize > end) fail('dataset.zip-overlap', { name: fileName })
    ends.set(entry, end)
    end = start
  }
  return ends
}
