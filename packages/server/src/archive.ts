import { createHash, type Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import * as tar from 'tar-stream'
import { writeNew } from './write-atomically.ts'

/** Error for an archive that cannot be used. The message states the reason. */
export class BadArchive extends Error {}

export interface Part {
  /** Path of the part, with `/` between folders. It never leads out of the archive. */
  name: string
  size: number
}

const MANIFEST = 'manifest.json'
const MANIFEST_MAX_BYTES = 256 * 1024 * 1024
const CHUNK_BYTES = 256 * 1024
/** Fixed attributes of each part, because only the name and content of a part matter. */
const ITS_OWNERS = { mode: 0o600, mtime: new Date(0) }

/** A part as listed in the manifest, with the hash against which its content is checked. */
export interface ListedPart extends Part {
  sha256: string
}

/**
 * Writes a `.tar.gz` file that only its owner can read, part by part, so that memory use stays constant. The last part
 * lists all parts with their hashes. The file gets its final name only when it is complete.
 */
export class ArchiveWriter {
  readonly parts: ListedPart[] = []
  readonly #tar = tar.pack()
  readonly #written: Promise<void>

  constructor(path: string) {
    const gzip = createGzip({ level: 3 })
    // The error is ignored here, because it makes the next write fail as well.
    pipeline(this.#tar, gzip).catch(() => {})
    this.#written = writeNew(path, gzip)
    // Ignore the error here: the next `add`, or `finish`, reports it.
    this.#written.catch((error) => this.#tar.destroy(error))
  }

  /**
   * Stores exactly `size` bytes of `content`, so that a file that grows during the backup is stored at its initial
   * size.
   */
  async add(name: string, size: number, content: AsyncIterable<Buffer>) {
    checkName(name)
    const hash = createHash('sha256')
    const exactly = async function* () {
      let rest = size
      if (rest > 0) {
        for await (const chunk of content) {
          const bytes = chunk.subarray(0, rest)
          hash.update(bytes)
          yield bytes
          rest -= bytes.length
          if (rest === 0) break
        }
      }
      if (rest > 0) throw new Error(`${name} became shorter while it was copied: try again`)
    }
    const pack = async () => pipeline(exactly, this.#tar.entry({ name, size, ...ITS_OWNERS }))
    await pack().catch((error) => this.#reasonOf(error))
    this.parts.push({ name, size, sha256: hash.digest('hex') })
  }

  addText(name: string, text: string): Promise<void> {
    const bytes = Buffer.from(text)
    return this.add(name, bytes.length, oneChunk(bytes))
  }

  /** Copies a file. Returns false if it no longer exists. */
  async addFile(name: string, path: string): Promise<boolean> {
    const file = await open(path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error
    })
    if (!file) return false
    try {
      const { size } = await file.stat()
      await this.add(name, size, bytesOf(file))
      return true
    } finally {
      await file.close()
    }
  }

  /**
   * Writes the manifest and gives the file its final name. Fails if a file with this name was created in the meantime.
   */
  async finish(about: Record<string, unknown>) {
    await this.addText(MANIFEST, JSON.stringify({ ...about, parts: this.parts }))
    this.#tar.finalize()
    await this.#written
  }

  async discard() {
    this.#tar.destroy()
    await this.#written.catch(() => {})
  }

  /** Throws the error of the disk if there is one, because it is more informative than the error of the stream. */
  #reasonOf(error: unknown): Promise<never> {
    return this.#written.then(
      () => Promise.reject(error),
      (reason) => Promise.reject('syscall' in reason ? reason : error),
    )
  }
}

/** A part that is being read. If its content is not read, it is skipped. */
export interface ReadPart extends Part {
  content: AsyncIterable<Buffer>
}

/** Yields the parts of an archive, in order. Throws `BadArchive` if the file is not an archive, or is incomplete. */
export async function* readArchive(path: string, whole?: Hash): AsyncGenerator<ReadPart> {
  const file = createReadStream(path)
  if (whole) file.on('data', (chunk) => whole.update(chunk))
  const parts = tar.extract()
  // The error is ignored here, because the code that reads the parts gets it.
  pipeline(file, createGunzip(), parts).catch(() => {})
  try {
    for await (const part of parts) {
      const content = chunksOf(part as AsyncIterable<Buffer>)
      yield { ...partOf(part.header), content }
      for await (const _skipped of content);
    }
  } catch (error) {
    throw reasonOf(error as Error)
  }
}

/**
 * Returns the content of a part. A second reader continues where the first one stopped, and stopping early does not end
 * the archive.
 */
function chunksOf(part: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
  const chunks = part[Symbol.asyncIterator]()
  const next = () => chunks.next().catch((error) => Promise.reject(reasonOf(error)))
  return { [Symbol.asyncIterator]: () => ({ next }) }
}

function reasonOf(error: Error): Error {
  const { code = '' } = error as NodeJS.ErrnoException
  if (error instanceof BadArchive || 'syscall' in error) return error
  if (code.startsWith('Z_')) return new BadArchive('it is damaged, cut short, or no .tar.gz at all')
  const isCut = error.message === 'Unexpected end of data'
  return new BadArchive(isCut ? 'it ends too early: it was cut short' : 'it is damaged')
}

function partOf({ name, size, type }: tar.Header): Part {
  if (type !== 'file') throw new BadArchive(`${name} is no plain file`)
  checkName(name)
  if (!Number.isSafeInteger(size)) throw new BadArchive(`${name} has no size`)
  return { name, size }
}

function checkName(name: string) {
  const steps = name.split('/')
  if (steps.some((step) => step === '' || step === '.' || step === '..') || /[\0\\]/.test(name)) {
    throw new BadArchive(`the name ${JSON.stringify(name)} leads out of the archive`)
  }
}
/**
 * Reads the whole archive and returns its manifest if every part is unchanged. `expected` is the SHA-256 hash of the
 * file, if the caller has recorded it.
 */
export async function checkArchive(path: string, expected?: string): Promise<Record<string, unknown>> {
  const file = createHash('sha256')
  const read: ListedPart[] = []
  let manifest: { parts?: ListedPart[] } | undefined
  for await (const { name, size, content } of readArchive(path, file)) {
    if (manifest) throw new BadArchive(`${name} is after the list of parts: it was added later`)
    if (name === MANIFEST) {
      manifest = parseManifest(await textOf(content, size, MANIFEST_MAX_BYTES))
    } else {
      const hash = createHash('sha256')
      for await (const chunk of content) hash.update(chunk)
      read.push({ name, size, sha256: hash.digest('hex') })
    }
  }
  if (!manifest) throw new BadArchive('its list of parts is missing: it was never finished, or is no backup')
  compare(manifest.parts ?? [], read)
  const sha256 = file.digest('hex')
  if (expected !== undefined && sha256 !== expected.toLowerCase()) {
    throw new BadArchive(`the file’s SHA-256 is ${sha256}, not the one given`)
  }
  return manifest as Record<string, unknown>
}

function compare(listed: ListedPart[], read: ListedPart[]) {
  for (const [index, part] of listed.entries()) {
    const found = read[index]
    if (found?.name !== part.name) throw new BadArchive(`${part.name} is missing or not in its place`)
    if (found.size !== part.size || found.sha256 !== part.sha256) throw new BadArchive(`${part.name} was changed`)
  }
  const added = read[listed.length]
  if (added) throw new BadArchive(`${added.name} is not in the list of parts: it was added later`)
}

function parseManifest(text: string): { parts?: ListedPart[] } {
  try {
    return JSON.parse(text) as { parts?: ListedPart[] }
  } catch {
    throw new BadArchive('its list of parts cannot be read')
  }
}

export async function textOf(content: AsyncIterable<Buffer>, size: number, mostBytes: number): Promise<string> {
  if (size > mostBytes) throw new BadArchive('a part is larger than any that is written')
  const chunks: Buffer[] = []
  for await (const chunk of content) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}

export async function sha256OfFile(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer)
  return hash.digest('hex')
}

async function* oneChunk(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes
}

async function* bytesOf(file: FileHandle): AsyncGenerator<Buffer> {
  for (;;) {
    const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(CHUNK_BYTES))
    if (bytesRead === 0) return
    yield buffer.subarray(0, bytesRead)
  }
}
