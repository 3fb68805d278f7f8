import { createWriteStream } from 'node:fs'
import { dirname } from 'node:path'
import { pipeline as connect, Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { crc32, createInflateRaw, inflateRaw } from 'node:zlib'
import { AppError, type ChosenEncoding, fail } from '@tessera/contract'
import type { Entry, ZipFile } from 'yauzl'
import { readableSize, refuseFullDisk, requireSpace } from './files.ts'
import { decodeText, ForeignTexts } from './text-encoding.ts'
import { type OpenZip, openZipFile } from './zip-file.ts'
import { listEntries } from './zip-list.ts'

const CHUNK_BYTES = 256 * 1024
const LARGE_CHUNK_BYTES = 4 * 1024 * 1024
const inflate = promisify(inflateRaw)

/** An uploaded archive. Damaged or oversized contents are detected only while they are read. */
export interface Archive {
  /** All files of the archive except system files. `fileName` is the decoded, safe path within the archive. */
  entries: Entry[]
  /** Opens an entry. The stream fails if the size or checksum of its content is wrong. */
  open: (entry: Entry) => Promise<Readable>
  /** Unpacks one entry to a new file if the disk has enough free space. */
  extract: (entry: Entry, path: string) => Promise<void>
  /** Returns the bytes of an entry. Refuses an entry of more than `limit` bytes. */
  bytes: (entry: Entry, limit: number) => Promise<Buffer>
  /**
   * Returns the text of an entry of at most `limit` bytes: UTF-8, UTF-16 with a byte order mark, or decoded by
   * `foreign`.
   */
  text: (entry: Entry, limit: number) => Promise<string>
  /** Decoder for texts in other encodings. */
  foreign: ForeignTexts
  close: () => void
}

/** Opens an archive and reads its list of files. Entries can be unpacked only after the whole list was checked. */
export async function openArchive(path: string, encoding?: ChosenEncoding): Promise<Archive> {
  const file = await openZipFile(path).catch(refuse)
  const { zip } = file
  const foreign = new ForeignTexts(encoding)
  try {
    const { entries, ends } = await listEntries(zip, foreign).catch(refuse)
    const endOf = (entry: Entry) => ends.get(entry) ?? 0
    const open = (entry: Entry) => openEntry(zip, entry, endOf(entry)).catch(refuse)
    const bytes = async (entry: Entry, limit: number) => {
      if (Math.max(entry.uncompressedSize, entry.compressedSize) > limit) {
        fail('dataset.zip-file-large', { name: entry.fileName, limit: readableSize(limit) })
      }
      return readWhole(file, entry, endOf(entry)).catch(refuse)
    }
    return {
      entries,
      open,
      bytes,
      async extract(entry, to) {
        await requireSpace(dirname(to), entry.uncompressedSize)
        await pipeline(await open(entry), createWriteStream(to, { mode: 0o600 })).catch(refuse)
      },
      text: async (entry, limit) => decodeText(await bytes(entry, limit), entry.fileName, foreign),
      foreign,
      close: file.close,
    }
  } catch (error) {
    file.close()
    throw error
  }
}

/**
 * Returns the offset at which the content of an entry begins. The content must not overlap the next entry, which begins
 * at `end`.
 */
async function startOf(zip: ZipFile, entry: Entry, end: number): Promise<number> {
  const { fileDataStart } = await zip.readLocalFileHeaderPromise(entry, { minimal: true })
  if (fileDataStart + entry.compressedSize > end) fail('dataset.zip-overlap', { name: entry.fileName })
  return fileDataStart
}

/** Reads the content of an entry in one piece. For many small entries, streams take longer than the decompression. */
async function readWhole({ zip, readAt }: OpenZip, entry: Entry, end: number): Promise<Buffer> {
  const packed = await readAt(await startOf(zip, entry, end), entry.compressedSize)
  const size = entry.uncompressedSize
  const room = { chunkSize: Math.max(64, Math.min(LARGE_CHUNK_BYTES, size + 1)), maxOutputLength: Math.max(1, size) }
  const content = entry.isCompressed() ? await inflate(packed, room).catch(() => undefined) : packed
  if (content?.length !== size || crc32(content) !== entry.crc32) {
    fail('dataset.zip-damaged', { name: entry.fileName })
  }
  return content
}

async function openEntry(zip: ZipFile, entry: Entry, end: number): Promise<Readable> {
  await startOf(zip, entry, end)
  const packed = await zip.openReadStreamPromise(entry, { decodeFileData: false })
  // A failure in any stage of the stream ends the content with an error.
  const content = entry.isCompressed()
    ? connect(packed, createInflateRaw({ chunkSize: chunkOf(entry) }), () => {})
    : packed
  return Readable.from(checked(content, entry), { objectMode: false, highWaterMark: CHUNK_BYTES })
}

const chunkOf = (entry: Entry) => Math.min(CHUNK_BYTES, Math.max(1_024, entry.uncompressedSize))

async function* checked(content: AsyncIterable<Buffer>, entry: Entry) {
  let sum = 0
  let size = 0
  try {
    for await (const chunk of content) {
      size += chunk.length
      if (size > entry.uncompressedSize) break
      sum = crc32(chunk, sum)
      yield chunk
    }
  } catch (error) {
    if (isOurDisk(error)) throw error
    fail('dataset.zip-damaged', { name: entry.fileName })
  }
  if (size !== entry.uncompressedSize || sum !== entry.crc32) fail('dataset.zip-damaged', { name: entry.fileName })
}

function refuse(error: unknown): never {
  if (error instanceof AppError) throw error
  if (isOurDisk(error)) refuseFullDisk(error)
  fail(/strong encryption/.test(String(error)) ? 'dataset.zip-encrypted' : 'dataset.zip-broken')
}

/** Returns whether an error comes from the disk and not from the archive. */
const isOurDisk = (error: unknown) => /^E[A-Z]+$/.test((error as NodeJS.ErrnoException).code ?? '')
