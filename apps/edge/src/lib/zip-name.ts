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

/** The names that are in no known encoding: of an archive, all without a mark where one of them is not UTF-8. */
export function foreignNames(entries: Entry[]): Buffer[] {
  const unmarked = entries.filter((entry) => markedName(entry) === undefined).map(({ fileNameRaw }) => fileNameRaw)
  return unmarked.every((raw) => utf8(raw) !== undefined) ? [] : unmarked
}

/**
 * The path of an entry inside its archive, with `/` between folders. Refuses what leads elsewhere; `at` counts from 1. A name
 * without a mark is UTF-8, or in `encoding` where not all of the archive's are UTF-8.
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
  (encoding ? iconv.decode(raw, encoding) : utf8(raw)) ?? ''

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
