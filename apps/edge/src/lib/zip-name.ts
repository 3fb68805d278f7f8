import { crc32 } from 'node:zlib'
import { type ChosenEncoding, fail } from '@tessera/contract'
import iconv from 'iconv-lite'
import type { Entry } from 'yauzl'

const NAME_LIMIT = 1_024
/** Of a name cut into its folders, all of an archive's at once. */
const FOLDERS_LIMIT = 64
const UTF8_FLAG = 0x800
/** Info-ZIP's extra field: the name once more, as UTF-8, with the check sum of the name it stands for. */
const UNICODE_NAME = 0x7075
const UNICODE_NAME_HEAD = 5
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const UNREADABLE = /[\u0000-\u001f\u007f\ufffd]/

/** The names that are in no known encoding: if one without a mark is not UTF-8, all that may be UTF-8 only by chance. */
export function foreignNames(entries: Entry[]): Buffer[] {
  const unmarked = entries.filter((entry) => markedName(entry) === undefined).map(({ fileNameRaw }) => fileNameRaw)
  return unmarked.every((raw) => utf8(raw) !== undefined) ? [] : unmarked.filter((raw) => !isSurelyUtf8(raw))
}

/**
 * The path of an entry inside its archive, with `/` between folders. Refuses what leads elsewhere; `at` counts from 1. A name
 * without a mark is UTF-8, or in `encoding` if not all of the archive's are UTF-8 and this one is not surely.
 */
export function nameOf(entry: Entry, at: number, encoding?: ChosenEncoding): string {
  const raw = entry.fileNameRaw
  const name = raw.length > NAME_LIMIT ? '' : (markedName(entry) ?? unmarkedName(raw, encoding))
  if (name === '' || UNREADABLE.test(name)) fail('dataset.zip-name', { number: at })
  const path = name.replaceAll('\\', '/')
  const parts = path.split('/')
  if (parts.length > FOLDERS_LIMIT) fail('dataset.zip-name', { number: at })
  // Of `...` and `.. ` some systems make `..`.
  const isOutside = path.startsWith('/') || /^[a-z]:/i.test(path) || parts.some((part) => /^\.\.[. ]*$/.test(part))
  if (isOutside) fail('dataset.zip-path', { name })
  return parts.filter((part, index) => part !== '.' && (part !== '' || index === parts.length - 1)).join('/')
}

/** Programs in China write GBK without saying so; many others UTF-8, just as silently. */
const unmarkedName = (raw: Buffer, encoding?: ChosenEncoding) =>
  (encoding && !isSurelyUtf8(raw, encoding) ? iconv.decode(raw, encoding) : utf8(raw)) ?? ''

/** Of two bytes for each character, which are characters of UTF-8 by chance as well: 女 in GBK is Ů in UTF-8. */
const WIDE = new Set<ChosenEncoding>(['GB18030', 'Big5', 'Shift_JIS', 'EUC-JP', 'EUC-KR'])

/**
 * Whether a name is UTF-8 and no other encoding makes sense of it. In the encodings of one byte a character that is any name
 * with a character of several bytes; in the wide ones, where `encoding` is not known to be another, one of three or more.
 */
function isSurelyUtf8(raw: Buffer, encoding?: ChosenEncoding): boolean {
  const isWide = encoding === undefined || WIDE.has(encoding)
  const name = utf8(raw)
  return name !== undefined && (isWide ? /[\u0800-\uffff]/ : /[\u0080-\uffff]/).test(name)
}

/** The name of an entry that says it is UTF-8; empty where it is not. */
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
