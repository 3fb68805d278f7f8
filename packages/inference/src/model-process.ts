import { type ChildProcess, spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { dirname } from 'node:path'
import type { Duplex, Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { AppError, fail } from '@tessera/contract'
import { oneAtATime, plainEnvironment } from '@tessera/server'
import { type Frame, readFrames, writeFrame } from './frames.ts'
import { ANSWER_LIMITS, CHANNEL, type ModelAnswer, type ModelRequest } from './model-messages.ts'

/** Resource limits of one model's process. */
export interface ModelLimits {
  megabytes: number
  /** Time limit for starting the process and loading the model, in seconds. */
  startSeconds: number
  /** Time limit for each batch of rows, in seconds. */
  batchSeconds: number
}

export interface ModelProcessOptions {
  /** Path of the Python with the engine, whose launcher puts the process into a sandbox. */
  python: string
  engineDir: string
  limits: ModelLimits
  /** Logs messages that no caller waits for, and errors that only an operator can fix. */
  say: (line: string) => void
}

const REPOSITORY = fileURLToPath(new URL('../../..', import.meta.url))
const CHILD = fileURLToPath(new URL('./model-child.ts', import.meta.url))
const OPEN_FILES = 256
const MAX_THREADS = 4
const KEPT_WORDS = 4_000
const SHOWN_WORDS = 500
/** Matches the messages of onnxruntime and Node.js when memory is exhausted. */
const OUT_OF_MEMORY = /alloc|out of memory/i

interface Waiting {
  resolve: (frame: Frame) => void
  reject: (error: Error) => void
}

/**
 * Runs one model in a separate sandboxed process. Requests are processed one after the other. If the process ends,
 * pending requests fail.
 */
export class ModelProcess {
  readonly ended: Promise<void>
  readonly #options: ModelProcessOptions
  readonly #child: ChildProcess
  readonly #channel: Duplex
  #words = ''
  #waiting: Waiting | null = null
  /** Requests run one at a time, so that the time limit applies to each of them. */
  readonly #alone = oneAtATime()
  #end: AppError | null = null
  #isLoaded = false

  constructor(options: ModelProcessOptions) {
    this.#options = options
    const { python, engineDir, limits } = options
    const launcher = ['-m', 'engine.flower.confined_node', '--memory-mb', String(limits.megabytes)]
    const reads = ['node_modules', 'packages'].flatMap((folder) => ['--read', `${REPOSITORY}${folder}`])
    const command = ['--open-files', String(OPEN_FILES), ...reads, '--', process.execPath, CHILD]
    this.#child = spawn(python, [...launcher, ...command], {
      cwd: dirname(CHILD),
      env: { ...plainEnvironment(process.env), PYTHONPATH: engineDir },
      stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
    })
    this.#channel = this.#child.stdio[CHANNEL] as Duplex
    this.ended = new Promise((resolve) => {
      this.#child.once('error', (error) => this.#close(String(error), false, resolve))
      this.#child.once('exit', (code, signal) => this.#close(signal ?? `status ${code}`, signal !== null, resolve))
    })
    this.#listen()
  }

  get pid(): number | undefined {
    return this.#child.pid
  }

  async load(file: Uint8Array) {
    // With several threads, ONNX Runtime loses part of the sum in the operator ScatterND, so that predictions differ
    // from call to call.
    const threads = Buffer.from(file.buffer, file.byteOffset, file.byteLength).includes('ScatterND')
      ? 1
      : Math.min(MAX_THREADS, availableParallelism())
    await this.run({ head: { kind: 'load', threads } satisfies ModelRequest, parts: [file] })
    this.#isLoaded = true
  }

  run(request: Frame): Promise<Frame> {
    return this.#alone(() => this.#exchange(request))
  }

  /** Kills the process. The process stores no data, so it needs no time to stop. */
  end(because: AppError = new AppError('inference.model-ended', { megabytes: this.#options.limits.megabytes })) {
    this.#end ??= because
    // `ref` keeps the server running until the process has ended.
    this.#child.ref()
    this.#child.kill('SIGKILL')
  }

  async #exchange(request: Frame): Promise<Frame> {
    if (this.#end) throw this.#end
    const { startSeconds, batchSeconds } = this.#options.limits
    const seconds = this.#isLoaded ? batchSeconds : startSeconds
    const timer = setTimeout(() => this.end(new AppError('inference.model-too-slow', { seconds })), seconds * 1_000)
    this.#hold(true)
    try {
      const frame = await new Promise<Frame>((resolve, reject) => {
        this.#waiting = { resolve, reject }
        writeFrame(this.#channel, request)
      })
      const answer = frame.head as ModelAnswer | null
      return answer?.kind === 'failed' ? this.#refuse(plain(answer.message)) : frame
    } finally {
      clearTimeout(timer)
      this.#waiting = null
      this.#hold(false)
    }
  }

  #refuse(message: string): never {
    const { megabytes } = this.#options.limits
    if (OUT_OF_MEMORY.test(message)) fail('inference.model-ended', { megabytes })
    this.#options.say(`a model could not be run: ${message}`)
    return this.#isLoaded
      ? fail('inference.model-failed')
      : fail('model.refused-unreadable', { detail: message.slice(0, 200) })
  }

  #listen() {
    const lines = this.#child.stderr as Readable
    lines.on('data', (bytes: Buffer) => {
      this.#words = `${this.#words}${bytes}`.slice(-KEPT_WORDS)
    })
    // Errors of these pipes are ignored: a process that ends resets them, and the 'exit' event reports the end.
    for (const pipe of this.#child.stdio) pipe?.on('error', () => {})
    readFrames(
      this.#channel,
      ANSWER_LIMITS,
      (frame) => this.#take(frame),
      (error) => {
        this.#options.say(`a model's process broke the protocol: ${plain(error.message)}`)
        this.end()
      },
    )
    this.#hold(false)
  }

  /** Handles a frame of the process. Only a malicious process sends a frame without a request. */
  #take(frame: Frame) {
    if (!this.#waiting) throw new Error('an unsolicited frame')
    this.#waiting.resolve(frame)
    this.#waiting = null
  }

  #close(how: string, isKilled: boolean, resolve: () => void) {
    const isWanted = this.#end !== null
    const { megabytes } = this.#options.limits
    this.#end ??=
      this.#isLoaded || isKilled
        ? new AppError('inference.model-ended', { megabytes })
        : new AppError('inference.no-process')
    if (!isWanted) this.#options.say(`a model's process ended (${how}) ${plain(this.#words, KEPT_WORDS)}`)
    this.#waiting?.reject(this.#end)
    for (const pipe of this.#child.stdio) pipe?.destroy()
    resolve()
  }

  /** Keeps the server running only while a request waits for this process. */
  #hold(isWanted: boolean) {
    const pipes = [...this.#child.stdio].filter((pipe) => pipe !== null) as unknown as { ref(): void; unref(): void }[]
    for (const one of [this.#child, ...pipes]) isWanted ? one.ref() : one.unref()
  }
}

/** Makes a message of a possibly malicious process safe for a line of the log. */
function plain(words: unknown, most = SHOWN_WORDS): string {
  if (typeof words !== 'string') return ''
  return words
    .slice(0, most)
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
}
