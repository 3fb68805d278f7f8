import { randomBytes } from 'node:crypto'
import { chmod, constants, type FileHandle, mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fail, RunEvent, type RunSpec, START_FILE } from '@tessera/contract'
import { MODEL_FILE_LIMITS } from '@tessera/inference'
import { sha256, writeAtomically } from '@tessera/server'
import { z } from 'zod'
import type { RunState } from './run-state.ts'

const MEGABYTE = 1024 * 1024
/** Maximum size of the events that are read at once, and of one line. */
const MAX_EVENT_BYTES = MEGABYTE
export const MAX_CARD_BYTES = 16 * MEGABYTE
const MAX_EXIT_BYTES = MEGABYTE

const Exit = z.object({ code: z.number().nullable(), signal: z.number().nullish() })
const ExitOfRun = Exit.extend({ attemptId: z.string() })
export type ServerExit = z.infer<typeof Exit>

/** Parses the text in which the task runner reports how a ServerApp ended. */
export const readExit = (text: string): ServerExit | undefined => Exit.safeParse(parseJson(text)).data

export interface RunResult {
  /** The ONNX model. Null if the run left no model. */
  onnx: Uint8Array | null
  card: unknown
}

const Stays = z.looseObject({ stays: z.literal(true) })

/**
 * Returns whether the run ends without a model on the platform. In a single-party run, only scores leave the party, and
 * the model stays at the party until a member shares it.
 */
export const endsWithoutModel = ({ parties }: Pick<RunState, 'parties'>, card: unknown) =>
  parties.length === 1 && Stays.safeParse(card).success

/** The folder that the platform and a ServerApp share for one run (`docs/concepts/processes.md`). */
export class RunFolder {
  readonly path: string
  #offset = 0
  #rest = Buffer.alloc(0)
  #isPassingOver = false
  /** Whether the file contains events that the last read did not return. */
  isBehind = false

  constructor(runsDir: string, runId: string) {
    if (!/^[A-Za-z0-9][A-Za-z0-9_-]{0,99}$/.test(runId)) throw new Error('invalid run id')
    this.path = join(runsDir, runId)
  }

  /**
   * Writes the spec, a new token and, if there are any, the start weights. Returns the token's hash. Files of a
   * previous ServerApp remain, except its exit state.
   */
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

  /** Requests an early finish. The ServerApp checks for this file after each stage. */
  async askToFinish() {
    await writeAtomically(join(this.path, 'finish-early'), '')
  }

  /**
   * Returns the events that were written since the last call, in order, up to the size limit. An incomplete last line
   * is left for the next call.
   */
  async readNewEvents(): Promise<RunEvent[]> {
    const lines = await this.#readNewLines()
    return lines.flatMap((line) => {
      const event = parseJson(line)
      const read = RunEvent.safeParse(event)
      return read.success ? [read.data] : []
    })
  }

  /** Makes the next call read from the first event again, because the last events could not be applied. */
  rewind() {
    this.#offset = 0
    this.#rest = Buffer.alloc(0)
    this.#isPassingOver = false
  }

  /**
   * Returns how the ServerApp of this Flower run ended. The Flower run must match, because a previous ServerApp's exit
   * may be written after this ServerApp began.
   */
  async readExit(attemptId: string): Promise<ServerExit | undefined> {
    const text = (await this.#read('exit.json', MAX_EXIT_BYTES))?.toString() ?? ''
    const exit = ExitOfRun.safeParse(parseJson(text)).data
    return exit?.attemptId === attemptId ? exit : undefined
  }

  async readResult(): Promise<RunResult | undefined> {
    const limit = MODEL_FILE_LIMITS.bytes
    const [onnx, card] = await Promise.all([
      this.#read('model.onnx', limit, () => fail('model.refused-size', { part: 'bytes', limit })),
      this.#read('card.json', MAX_CARD_BYTES),
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
      const fresh = Buffer.alloc(Math.min(MAX_EVENT_BYTES, Math.max(0, size - this.#offset)))
      const { bytesRead } = await file.read(fresh, 0, fresh.length, this.#offset)
      this.#offset += bytesRead
      this.isBehind = bytesRead > 0 && this.#offset < size
      const all = Buffer.concat([this.#rest, fresh.subarray(0, bytesRead)])
      const end = all.lastIndexOf(0x0a) + 1
      const isTooLong = all.length - end > MAX_EVENT_BYTES
      // If a line is too long, its remaining part is skipped, too.
      const start = this.#isPassingOver ? all.indexOf(0x0a) + 1 : 0
      this.#isPassingOver = isTooLong || (this.#isPassingOver && end === 0)
      this.#rest = this.#isPassingOver ? Buffer.alloc(0) : all.subarray(end)
      const lines = all.subarray(start, end).toString().split('\n')
      return lines.filter((line) => line !== '' && Buffer.byteLength(line) <= MAX_EVENT_BYTES)
    } finally {
      await file.close()
    }
  }

  /** Reads a file of the run. Calls `tooLarge` if the file exceeds the limit. */
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

/** Error codes for paths that are not regular, readable files. Another attempt would fail in the same way. */
const NO_FILE = new Set(['ENOENT', 'ELOOP', 'ENXIO', 'EACCES', 'ENOTDIR'])

/**
 * Opens only regular files, and does not wait for the other end of a pipe, because a ServerApp may leave any kind of
 * directory entry.
 */
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
