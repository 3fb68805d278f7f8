import { createHash, type Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type FileHandle, link, open, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip, type Gzip } from 'node:zlib'
import { BadArchive, headerOf, type Part, padding, readHeader } from './tar.ts'

const MANIFEST = 'manifest.json'
const MANIFEST_MAX_BYTES = 256 * 1024 * 1024
const BLOCK = 512
const CHUNK_BYTES = 256 * 1024

/** A part as the manifest lists it: what was written is what must be read. */
export interface ListedPart extends Part {
  sha256: string
}

/**
 * Writes a `.tar.gz` that only its owner may read, part by part, so that memory does not grow with it. The list of its
 * parts with their hashes is its last part. The file has its name only once it is whole.
 */
export class ArchiveWriter {
  readonly parts: ListedPart[] = []
  readonly #path: string
  readonly #draft: string
  readonly #file: FileHandle
  readonly #gzip: Gzip
  readonly #written: Promise<void>

  private constructor(path: string, draft: string, file: FileHandle) {
    this.#path = path
    this.#draft = draft
    this.#file = file
    this.#gzip = createGzip({ level: 3 })
    this.#written = file.writeFile(this.#gzip)
    // Told by the write that comes next, or by `finish`.
    this.#written.catch(() => {})
  }

  static async create(path: string): Promise<ArchiveWriter> {
    const draft = `${path}.${process.pid}.partial`
    return new ArchiveWriter(path, draft, await open(draft, 'wx', 0o600))
  }

  /** Exactly `size` bytes of `content` become the part, so that a file that grows meanwhile is taken as it was. */
  async add(name: string, size: number, content: AsyncIterable<Buffer>) {
    const hash = createHash('sha256')
    await this.#write(headerOf({ name, size }))
    let rest = size
    if (rest > 0) {
      for await (const chunk of content) {
        const bytes = chunk.subarray(0, rest)
        hash.update(bytes)
        await this.#write(bytes)
        rest -= bytes.length
        if (rest === 0) break
      }
    }
    if (rest > 0) throw new Error(`${name} became shorter while it was copied: try again`)
    await this.#write(padding(size))
    this.parts.push({ name, size, sha256: hash.digest('hex') })
  }

  addText(name: string, text: string): Promise<void> {
    const bytes = Buffer.from(text)
    return this.add(name, bytes.length, oneChunk(bytes))
  }

  /** Copies a file; false when there is none any more. */
  async addFile(name: string, path: string): Promise<boolean> {
    const file = await open(path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error
    })
    if (!file) return false
    try {
      const { size } = await file.stat()
      await this.add(name, size, chunksOf(file))
      return true
    } finally {
      await file.close()
    }
  }

  /** Writes what the archive is and what it holds, and gives the file its name, which nobody may have meanwhile. */
  async finish(about: Record<string, unknown>) {
    await this.addText(MANIFEST, JSON.stringify({ ...about, parts: this.parts }))
    await this.#write(Buffer.alloc(2 * BLOCK))
    this.#gzip.end()
    await this.#written
    await this.#file.sync()
    await this.#file.close()
    await link(this.#draft, this.#path)
    await rm(this.#draft)
  }

  async discard() {
    this.#gzip.destroy()
    await this.#file.close().catch(() => {})
    await rm(this.#draft, { force: true })
  }

  async #write(bytes: Buffer) {
    if (bytes.length === 0) return
    const taken = new Promise<void>((resolve, reject) => {
      this.#gzip.write(bytes, (error) => (error ? reject(error) : resolve()))
    })
    // The disk's own complaint says more than that of the stream it broke.
    await taken.catch((error) => this.#written.then(() => Promise.reject(error)))
  }
}

/** A part that is being read; what is not read of its content is skipped. */
export interface ReadPart extends Part {
  content: AsyncIterable<Buffer>
}

/** The parts of an archive, in order. Throws `BadArchive` where the file is no archive, or not whole. */
export async function* readArchive(path: string, whole?: Hash): AsyncGenerator<ReadPart> {
  const bytes = new Bytes(gunzip(path, whole))
  for (;;) {
    const header = readHeader(await bytes.take(BLOCK))
    if (header === undefined) break
    const content = bytes.next(header.size)
    yield { ...header, content }
    for await (const _skipped of content);
    await bytes.take(padding(header.size).length)
  }
  await bytes.drain()
}

/**
 * Reads the whole archive and answers its manifest, once every part is as it was written. `expected` is the SHA-256 of the
 * file, for whoever noted it.
 */
export async function checkArchive(path: string, expected?: string): Promise<Record<string, unknown>> {
  const file = createHash('sha256')
  const read: ListedPart[] = []
  let manifest: { parts?: ListedPart[] } | undefined
  for await (const { name, size, content } of readArchive(path, file)) {
    if (manifest) throw new BadArchive(`${name} stands behind the list of parts: it was added later`)
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

async function* chunksOf(file: FileHandle): AsyncGenerator<Buffer> {
  for (;;) {
    const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(CHUNK_BYTES))
    if (bytesRead === 0) return
    yield buffer.subarray(0, bytesRead)
  }
}

async function* gunzip(path: string, whole?: Hash): AsyncGenerator<Buffer> {
  const source = createReadStream(path)
  if (whole) source.on('data', (chunk) => whole.update(chunk))
  const output = createGunzip()
  const done = pipeline(source, output).catch(() => {})
  try {
    yield* Readable.from(output) as AsyncIterable<Buffer>
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw error
    throw new BadArchive('it is damaged, cut short, or no .tar.gz at all')
  } finally {
    output.destroy()
    await done
  }
}

/** Bytes of a stream, taken in the amounts that are wanted. */
class Bytes {
  readonly #source: AsyncIterator<Buffer>
  #held: Buffer = Buffer.alloc(0)

  constructor(source: AsyncIterable<Buffer>) {
    this.#source = source[Symbol.asyncIterator]()
  }

  async take(size: number): Promise<Buffer> {
    const chunks: Buffer[] = []
    for await (const chunk of this.next(size)) chunks.push(chunk)
    return Buffer.concat(chunks)
  }

  /** The next `size` bytes. Whoever asks again gets what the first did not read. */
  next(size: number): AsyncIterable<Buffer> {
    let rest = size
    const read = async (): Promise<IteratorResult<Buffer>> => {
      if (rest === 0) return { done: true, value: undefined }
      if (this.#held.length === 0 && !(await this.#fill())) throw new BadArchive('it ends too early: it was cut short')
      const bytes = this.#held.subarray(0, rest)
      this.#held = this.#held.subarray(bytes.length)
      rest -= bytes.length
      return { done: false, value: bytes }
    }
    return { [Symbol.asyncIterator]: () => ({ next: read }) }
  }

  async drain() {
    while (await this.#fill()) this.#held = Buffer.alloc(0)
  }

  async #fill(): Promise<boolean> {
    for (;;) {
      const { done, value } = await this.#source.next()
      if (done) return false
      if (value.length > 0) {
        this.#held = value
        return true
      }
    }
  }
}
