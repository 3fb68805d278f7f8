import { randomBytes } from 'node:crypto'
import { chmod, constants, type FileHandle, mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fail, RunEvent, type RunSpec, START_FILE } from '@tessera/contract'
import { MODEL_FILE_LIMITS } from '@tessera/inference'
import { sha256, writeAtomically } from '@tessera/server'
import { z } from 'zod'
import type { RunState } from './run-state.ts'

const MEGABYTE = 1024 * 1024
/** In one turn, and of one line. */
const MOST_EVENT_BYTES = MEGABYTE
export const MOST_CARD_BYTES = 16 * MEGABYTE
const MOST_EXIT_BYTES = MEGABYTE

const Exit = z.object({ flowerRunId: z.string().optional(), code: z.number().nullable(), signal: z.number().nullish() })
export type ServerExit = z.infer<typeof Exit>

/** From the runner's text of how a ServerApp ended. */
export const readExit = (text: string): ServerExit | undefined => Exit.safeParse(parseJson(text)).data

export interface RunResult {
  /** Null where the run left no model. */
  onnx: Uint8Array | null
  card: unknown
}

const Stays = z.looseObject({ stays: z.literal(true) })

/** Of a run by itself only scores leave its party: the model stays there, for a member to share or not. */
export const endsWithoutModel = ({ parties }: Pick<RunState, 'parties'>, card: unknown) =>
  parties.length === 1 && Stays.safeParse(card).success

/** The folder that platform and ServerApp share for one run (`docs/processes.md`). */
export class RunFolder {
  readonly path: string
  #offset = 0
  #rest = Buffer.alloc(0)
  #isPassingOver = false
  /** There was more to read than one turn takes. */
  isBehind = false

  constructor(runsDir: string, runId: string) {
    if (!/^[A-Za-z0-9][A-Za-z0-9_-]{0,99}$/.test(runId)) throw new Error('a run id is a plain name')
    this.path = join(runsDir, runId)
  }

  /** Writes spec, the numbers that it starts from, if any, and a fresh token; answers the token's hash. What a ServerApp before wrote stays, but for how it ended. */
  async prepare(spec: RunSpec, start?: Uint8Array): Promise<string> {
    await mkdir(this.path, { recursive: true, mode: 0o700 })
    await chmod(this.path, 0o700)
    await rm(join(this.path, 'exit.json'), { force: true })
    const token = randomBytes(32).toString('base64url')
    await writeAtomically(join(this.path, 'spec.json'), JSON.stringify(spec, null, 1))
    if (start) await writeAtomically(join(this.path, START_FILE), start)
    await writeAtomically(join(this.path, 'token'), token)
    return sha256(token)
  }

  /** The ServerApp looks for it after each stage. */
  async askToFinish() {
    await writeAtomically(join(this.path, 'finish-early'), '')
  }

  /** Events written since the last call, in order, as many as one turn takes; a line still being written comes next time. */
  async readNewEvents(): Promise<RunEvent[]> {
    const lines = await this.#readNewLines()
    return lines.flatMap((line) => {
      const event = parseJson(line)
      const read = RunEvent.safeParse(event)
      return read.success ? [read.data] : []
    })
  }

  /** Has all events read again: what was read last was not taken. */
  rewind() {
    this.#offset = 0
    this.#rest = Buffer.alloc(0)
    this.#isPassingOver = false
  }

  /** How the ServerApp of this run of Flower's ended; one of before may write its end after this one began. */
  async readExit(flowerRunId: string): Promise<ServerExit | undefined> {
    const exit = readExit((await this.#read('exit.json', MOST_EXIT_BYTES))?.toString() ?? '')
    return exit?.flowerRunId === undefined || exit.flowerRunId === flowerRunId ? exit : undefined
  }

  async readResult(): Promise<RunResult | undefined> {
    const limit = MODEL_FILE_LIMITS.bytes
    const [onnx, card] = await Promise.all([
      this.#read('model.onnx', limit, () => fail('model.refused-size', { part: 'bytes', limit })),
      this.#read('card.json', MOST_CARD_BYTES),
    ])
    const parsed = parseJson(card?.toString() ?? '')
    return parsed === undefined ? undefined : { onnx: onnx?.length ? onnx : null, card: parsed }
  }

  async #readNewLines(): Promise<string[]> {
    const file = await openFile(join(this.path, 'events.jsonl'))
    this.isBehind = false
    if (!file) return []
    try {
      const { size } = await file.stat()
      const fresh = Buffer.alloc(Math.min(MOST_EVENT_BYTES, Math.max(0, size - this.#offset)))
      const { bytesRead } = await file.read(fresh, 0, fresh.length, this.#offset)
      this.#offset += bytesRead
      this.isBehind = bytesRead > 0 && this.#offset < size
      const all = Buffer.concat([this.#rest, fresh.subarray(0, bytesRead)])
      const end = all.lastIndexOf(0x0a) + 1
      const isTooLong = all.length - end > MOST_EVENT_BYTES
      // Of a line that is too long the end is passed over, too.
      const start = this.#isPassingOver ? all.indexOf(0x0a) + 1 : 0
      this.#isPassingOver = isTooLong || (this.#isPassingOver && end === 0)
      this.#rest = this.#isPassingOver ? Buffer.alloc(0) : all.subarray(end)
      const lines = all.subarray(start, end).toString().split('\n')
      return lines.filter((line) => line !== '' && Buffer.byteLength(line) <= MOST_EVENT_BYTES)
    } finally {
      await file.close()
    }
  }

  /** Fails with `tooLarge` where there is more than may be. */
  async #read(name: string, mostBytes: number, tooLarge?: () => never): Promise<Buffer | undefined> {
    const file = await openFile(join(this.path, name))
    if (!file) return undefined
    try {
      const { size } = await file.stat()
      if (size > mostBytes) return tooLarge?.()
      const content = Buffer.alloc(size)
      const { bytesRead } = await file.read(content, 0, size, 0)
      return content.subarray(0, bytesRead)
    } finally {
      await file.close()
    }
  }
}

/** What stands in the place of a file and is none, or not ours to read: looking again would not change that. */
const NO_FILE = new Set(['ENOENT', 'ELOOP', 'ENXIO', 'EACCES', 'ENOTDIR'])

/** A ServerApp may leave whatever it likes: only a plain file is opened, and without waiting for a pipe's other end. */
async function openFile(path: string): Promise<FileHandle | undefined> {
  const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants
  const file = await open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK).catch((error: NodeJS.ErrnoException) => {
    if (!NO_FILE.has(error.code ?? '')) throw error
  })
  if (!file || (await file.stat()).isFile()) return file || undefined
  await file.close()
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
