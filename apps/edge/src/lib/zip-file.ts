import { read } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { fromRandomAccessReaderPromise, RandomAccessReader, type ZipFile } from 'yauzl'

const WINDOW_BYTES = 64 * 1024
const CHUNK_BYTES = 256 * 1024

type Done = (error: Error | null, bytesRead?: number) => void

/**
 * Buffered random access to a file. Headers are read in small pieces, so the surrounding bytes are cached; contents are
 * read in large pieces.
 */
class BufferedFile extends RandomAccessReader {
  readonly #file: FileHandle
  readonly #size: number
  #window = { start: 0, bytes: Buffer.alloc(0) }

  constructor(file: FileHandle, size: number) {
    super()
    this.#file = file
    this.#size = size
  }

  override read(buffer: Buffer, offset: number, length: number, position: number, done: Done) {
    // An archive may contain any offset. Reading at an invalid one would end the process.
    if (position + length > this.#size) return void setImmediate(done, new Error('beyond the end'))
    const { start, bytes } = this.#window
    if (position >= start && position + length <= start + bytes.length) {
      bytes.copy(buffer, offset, position - start, position - start + length)
      // Pauses between two entries of a long list, so that the process can serve other requests.
      setImmediate(done, null, length)
      return
    }
    const fresh = Buffer.allocUnsafe(Math.max(WINDOW_BYTES, length))
    read(this.#file.fd, fresh, 0, fresh.length, position, (error, bytesRead) => {
      if (error) return done(error)
      this.#window = { start: position, bytes: fresh.subarray(0, bytesRead) }
      fresh.copy(buffer, offset, 0, Math.min(length, bytesRead))
      done(null, Math.min(length, bytesRead))
    })
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(this.#pieces(start, end), { objectMode: false })
  }

  /** A generator is used instead of a Node.js stream, because destroying a stream early would close the archive. */
  async *#pieces(start: number, end: number) {
    for (let at = start; at < end; ) {
      const piece = Buffer.allocUnsafe(Math.min(CHUNK_BYTES, end - at))
      const { bytesRead } = await this.#file.read(piece, 0, piece.length, at)
      if (bytesRead === 0) return
      yield piece.subarray(0, bytesRead)
      at += bytesRead
    }
  }

  override close(done: (error: Error | null) => void) {
    this.#file.close().then(() => done(null), done)
  }
}

export interface OpenZip {
  zip: ZipFile
  /** Reads raw bytes of the archive. */
  readAt: (start: number, length: number) => Promise<Buffer>
  close: () => void
}

/** Opens an archive, with the names of its entries as raw bytes. */
export async function openZipFile(path: string): Promise<OpenZip> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    const zip = await fromRandomAccessReaderPromise(new BufferedFile(file, size), size, {
      autoClose: false,
      lazyEntries: true,
      decodeStrings: false,
      validateEntrySizes: true,
    })
    const readAt = async (start: number, length: number) => {
      const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(length), 0, length, start)
      return buffer.subarray(0, bytesRead)
    }
    // The library keeps the archive open while contents were opened but not read to the end.
    const close = () => {
      zip.close()
      file.close().catch(() => {})
    }
    return { zip, readAt, close }
  } catch (error) {
    await file.close()
    throw error
  }
}
