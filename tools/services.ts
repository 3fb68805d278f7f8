import { closeSync, mkdirSync, openSync, readSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { Child, errorOfExit } from '@tessera/server'
import { root } from './places.ts'
import { until } from './until.ts'

const RESTART_AFTER_MS = [500, 1_000, 2_000, 5_000]
const START_MS = 180_000
const SHOWN_BYTES = 8_192

/** The processes of one installation. Starts, restarts and stops them together. */
export class Services {
  readonly #logs: string
  readonly #say: (line: string) => void
  readonly #children = new Map<string, Child>()
  #isStarted = false
  /** Error with the output of a process that ended before all checks had passed. */
  #failure: Error | undefined

  constructor(logs: string, say: (line: string) => void) {
    this.#logs = logs
    this.#say = say
    mkdirSync(logs, { recursive: true, mode: 0o700 })
  }

  start(name: string, main: string, env: NodeJS.ProcessEnv) {
    const logPath = join(this.#logs, `${name}.log`)
    const before = statSync(logPath, { throwIfNoEntry: false })?.size ?? 0
    const child = new Child({
      name,
      command: process.execPath,
      args: ['--disable-warning=ExperimentalWarning', join(root, main)],
      cwd: root,
      env,
      logPath,
      restartAfterMs: RESTART_AFTER_MS,
      onExit: ({ code, signal, wanted }) => {
        if (wanted) return
        if (!this.#isStarted)
          this.#failure ??= errorOfExit(code, `${name} could not start:\n${readFrom(logPath, before)}`)
        else this.#say(`${name} ended (${signal ?? `status ${code}`}) and is started again; its log: ${logPath}`)
      },
    })
    this.#children.set(name, child.start())
  }

  pidOf = (name: string) => this.#children.get(name)?.pid

  /**
   * Waits until all checks pass. Throws if a process ends during its first start, instead of restarting it for ever.
   */
  async untilStarted(...questions: (() => Promise<boolean> | boolean)[]) {
    for (const ask of questions) {
      await until(
        'the start',
        async () => {
          if (this.#failure) throw this.#failure
          return (await ask()) || undefined
        },
        START_MS,
      )
    }
    this.#isStarted = true
  }

  /** Stops processes in reverse order, so that no process reports the end of another process as a failure. */
  async stop() {
    for (const child of [...this.#children.values()].toReversed()) await child.stop(10_000)
  }
}

function readFrom(path: string, start: number): string {
  const file = openSync(path, 'r')
  const buffer = Buffer.alloc(SHOWN_BYTES)
  const length = readSync(file, buffer, 0, buffer.length, start)
  closeSync(file)
  return buffer.toString('utf8', 0, length).trimEnd()
}
