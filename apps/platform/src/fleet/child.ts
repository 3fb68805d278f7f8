import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'

export type ChildOptions = {
  name: string
  command: string
  args: string[]
  /** The whole environment of the `start`th start, from 1. */
  env: (start: number) => Record<string, string>
  logFile: string
  /** Told of each unwanted end, and after how long the child starts again. */
  onEnd?: (name: string, why: string, againMs: number) => void
}

export type Child = { pid(): number | undefined; stop(graceMs: number): Promise<void> }

const FIRST_PAUSE_MS = 300
const LONGEST_PAUSE_MS = 10_000
const STEADY_MS = 30_000

/**
 * Starts a child and starts it again whenever it ends, with a pause that doubles up to ten seconds and begins anew
 * once a child held out for thirty. The child gets a lifeline (docs/engine.md) on descriptor 3 and nothing of our
 * environment but `env`.
 */
export function keepRunning(options: ChildOptions): Child {
  let child: ChildProcess | undefined
  let timer: NodeJS.Timeout | undefined
  let stopping = false
  let pauseMs = FIRST_PAUSE_MS
  let starts = 0

  function start() {
    const startedAt = Date.now()
    const log = openSync(options.logFile, 'a', 0o600)
    child = spawn(options.command, options.args, {
      env: { ...options.env(++starts), TESSERA_LIFELINE: '3' },
      stdio: ['ignore', log, log, 'pipe'],
    })
    closeSync(log)
    // A child that dies resets the lifeline under us; its end is told by 'exit'.
    child.stdio[3]?.on('error', () => {})
    let ended = false
    const onEnd = (why: string) => {
      if (ended) return
      ended = true
      if (stopping) return
      if (Date.now() - startedAt > STEADY_MS) pauseMs = FIRST_PAUSE_MS
      options.onEnd?.(options.name, why, pauseMs)
      timer = setTimeout(start, pauseMs)
      pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)
    }
    child.once('error', (error) => onEnd(error.message))
    child.once('exit', (code, signal) => onEnd(signal ?? `status ${code}`))
  }

  start()
  return {
    pid: () => child?.pid,
    async stop(graceMs) {
      stopping = true
      clearTimeout(timer)
      const running = child
      if (!running?.pid || running.exitCode !== null || running.signalCode !== null) return
      const gone = new Promise<void>((resolve) => running.once('exit', () => resolve()))
      running.kill('SIGTERM')
      const kill = setTimeout(() => running.kill('SIGKILL'), graceMs)
      await gone
      clearTimeout(kill)
    },
  }
}

/** What a Python child may see of our environment: no addresses, keys or passwords of the platform. */
export function plainEnvironment(env: NodeJS.ProcessEnv): Record<string, string> {
  const kept = ['PATH', 'HOME', 'LANG', 'LC_ALL', 'TZ', 'TMPDIR', 'TESSERA_STOCK']
  return Object.fromEntries(kept.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]])))
}
