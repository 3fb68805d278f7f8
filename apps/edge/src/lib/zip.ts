import { createWriteStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { crc32 } from 'node:zlib'
import { AppError, fail } from '@tessera/contract'
import { type Entry, openPromise, type ZipFile } from 'yauzl'
import { readableSize } from './files.ts'

export const ZIP_LIMITS = {
  files: 100_000,
  /** Text seldom shrinks below a fiftieth; only archives that unpack to much are asked. */
  ratio: 300,
  ratioFromBytes: 64 * 1024 * 1024,
}

const SYMBOLIC_LINK = 0o120000
const FILE_TYPE = 0o170000
const IGNORED = /^__MACOSX\/|(^|\/)(\.DS_Store|Thumbs\.db|desktop\.ini|\._[^/]*)$/

export interface Archive {
  entries: Entry[]
  /** Unpacks one entry, checking its size and check sum as it goes. */
  extract: (entry: Entry, path: string) => Promise<void>
  close: () => void
}

/** Opens an archive and reads its list of files; nothing is unpacked before all of it was found harmless. */
export async function openArchive(path: string): Promise<Archive> {
  const zip = await openPromise(path, { lazyEntries: true, autoClose: false, validateEntrySizes: true }).catch(refuse)
  try {
    const entries = await listEntries(zip)
    return {
      entries,
      extract: (entry, to) => extract(zip, entry, to).catch(refuse),
      close: () => zip.close(),
    }
  } catch (error) {
    zip.close()
    throw error
  }
}

async function listEntries(zip: ZipFile): Promise<Entry[]> {
  if (zip.entryCount > ZIP_LIMITS.files) fail('dataset.zip-many-files', { limit: ZIP_LIMITS.files })
  const entries: Entry[] = []
  let packed = 0
  let unpacked = 0
  try {
    for await (const entry of zip.eachEntry()) {
      if (entry.generalPurposeBitFlag & 1) fail('dataset.zip-encrypted')
      if (((entry.externalFileAttributes >>> 16) & FILE_TYPE) === SYMBOLIC_LINK) fail('dataset.zip-link')
      packed += entry.compressedSize
      unpacked += entry.uncompressedSize
      if (unpacked > ZIP_LIMITS.ratioFromBytes && unpacked > packed * ZIP_LIMITS.ratio) {
        fail('dataset.zip-bomb', { size: readableSize(unpacked) })
      }
      if (!entry.fileName.endsWith('/') && !IGNORED.test(entry.fileName)) entries.push(entry)
    }
  } catch (error) {
    refuse(error)
  }
  return entries
}

async function extract(zip: ZipFile, entry: Entry, path: string) {
  const content: Readable = await zip.openReadStreamPromise(entry)
  let sum = 0
  const summing = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      sum = crc32(chunk, sum)
      done(null, chunk)
    },
  })
  await pipeline(content, summing, createWriteStream(path, { mode: 0o600 }))
  if (sum !== entry.crc32) fail('dataset.zip-broken')
}

function refuse(error: unknown): never {
  if (error instanceof AppError) throw error
  const text = error instanceof Error ? error.message : ''
  const code = (error as NodeJS.ErrnoException).code ?? ''
  if (code === 'ENOSPC') fail('edge.no-space', { needed: readableSize(1024 ** 3) })
  // A failing disk is not the archive's fault.
  if (/^E[A-Z]+$/.test(code)) throw error
  if (/relative path|absolute path|invalid characters in fileName/.test(text)) fail('dataset.zip-path')
  fail('dataset.zip-broken')
}
