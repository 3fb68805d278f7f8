import { crc32 } from 'node:zlib'
import { type ChosenEncoding, fail } from '@tessera/contract'
import iconv from 'iconv-lite'
import type { Entry } from 'yauzl'

const NAME_LIMIT = 1_024
/** Maximum number of folders in a path, because the paths of all files are split at the same time. */
const FOLDERS_LIMIT = 64
const UTF8_FLAG = 0x800
/** Id of Info-ZIP's extra field, which repeats the name in UTF-8 with the checksum of the name that it replaces. */
const UNICODE_NAME = 0x7075
const UNICODE_NAME_HEAD = 5
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const UNREADABLE = /[\u0000-\u001f\u007f\ufffd]/

/**
 * Returns the names whose encoding is unknown. If any name without a UTF-8 flag is not UTF-8, these are all names
 * without the flag, except those that cannot be UTF-8 by chance.
 */
export function foreignNames(entries: Entry[]): Buffer[] {
  const unmarked = entries.filter((entry) => markedName(entry) === undefined).map(({ fileNameRaw }) => fileNameRaw)
  return unmarked.every((raw) => utf8(raw) !== undefined) ? [] : unmarked.filter((raw) => !isSurelyUtf8(raw))
}

/**
 * Returns the path of an entry within its archive, with `/` between folders. Refuses a path that leads outside the
 * archive; `at` is the number of the entry, from 1. If a name has no UTF-8 flag, it is decoded as UTF-8, or with
 * `encoding` if some names of the archive are not UTF-8 and this name is not surely UTF-8.
 */
export function nameOf(entry: Entry, at: number, encoding?: ChosenEncoding): string {
  const raw = entry.fileNameRaw
  const name = raw.length > NAME_LIMIT ? '' : (markedName(entry) ?? unmarkedName(raw, encoding))
  if (name === '' || UNREADABLE.test(name)) fail('dataset.zip-name', { number: at })
  const path = name.replaceAll('\\', '/')
  const parts = path.split('/')
  if (parts.length > FOLDERS_LIMIT) fail('dataset.zip-name', { number: at })
  // Some operating systems treat `...` and `.. ` like `..`.
  const isOutside = path.startsWith('/') || /^[a-z]:/i.test(path) || parts.some((part) => /^\.\.[. ]*$/.test(part))
  if (isOutside) fail('dataset.zip-path', { name })
  return parts.filter((part, index) => part !== '.' && (part !== '' || index === parts.length - 1)).join('/')
}

/**
 * Decodes a name without a UTF-8 flag. Programs in China write GBK without a flag, and many other programs write UTF-8.
 */
const unmarkedName = (raw: Buffer, encoding?: ChosenEncoding) =>
  (encoding && !isSurelyUtf8(raw, encoding) ? iconv.decode(raw, encoding) : utf8(raw)) ?? ''

/** Encodings with two bytes per character. Their bytes can be valid UTF-8 by chance: 女 in GBK is Ů in UTF-8. */
const WIDE = new Set<ChosenEncoding>(['GB18030', 'Big5', 'Shift_JIS', 'EUC-JP', 'EUC-KR'])

/**
 * Returns whether a name is UTF-8 and cannot reasonably have another encoding. If the other encoding has one byte per
 * character, any multi-byte character is enough. If it has two bytes or is unknown, a character of at least three bytes
 * is needed.
 */
function isSurelyUtf8(raw: Buffer, encoding?: ChosenEncoding): boolean {
  const isWide = encoding === undefined || WIDE.has(encoding)
  const name = utf8(raw)
  return name !== undefined && (isWide ? /[\u0800-\uffff]/ : /[\u0080-\uffff]/).test(name)
}

/**
 * Returns the name of an entry with a UTF-8 flag. The result is empty if the name is invalid, and undefined if there is
 * no flag.
 */
function markedName({ extraFields, fileNameRaw: raw, generalPurposeBitFlag }: Entry): string | undefined {
  const unicode = extraFields.find(({ id }) => id === UNICODE_NAME)?.data
  if (unicode && unicode.length > UNICODE_NAME_HEAD && unicode.readUInt32LE(1) === crc32(raw)) {
    return utf8(unicode.subarray(UNICODE_NAME_HEAD)) ?? ''
  }
  return generalPurposeBitFlag & UTF8_FLAG ? (utf8(raw) ?? '') : undefined
}

function utf8(bytes: Buffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}
