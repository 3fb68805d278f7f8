import { type ChildProcess, spawn } from 'node:child_process'
import { availableParallelism, constants, setPriority } from 'node:os'
import { lifeSigns } from '@tessera/server'
import { afterEach, expect, test } from 'vitest'
import { until } from '../../testing/world.ts'
import type { ProcessName } from './processes.ts'
import { SilenceWatch } from './silence.ts'
import type { Worker } from './workers.ts'

const LIMIT = 300
let children: ChildProcess[] = []
afterEach(() => {
  for (const child of children) child.kill('SIGKILL')
  children = []
})

/** Starts a process that computes without end. */
function busy(): number {
  const child = spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' })
  children.push(child)
  return child.pid as number
}

function watching(pid: number, processes: [ProcessName, number][] = []) {
  const worker: Worker = { pid, runId: 'run', attemptId: '1', grantId: 'g', messageId: 'm', messageType: 'train' }
  const workers = { current: processes.length > 0 ? [] : [worker] }
  const calls: unknown[] = []
  let now = 0
  const watch = new SilenceWatch({
    workers,
    limitSeconds: LIMIT,
    tell: ({ seconds }) => calls.push(seconds),
    end: ({ pid: ended }, seconds) => calls.push(['end', ended, seconds]),
    endRunner: () => calls.push('end the runner'),
    processes: () => new Map(processes),
    endProcess: (name) => calls.push(['end', name]),
    now: () => now,
  })
  /** Checks every two seconds, as the edge does in production. */
  const pass = (seconds: number) => {
    for (let left = seconds; left > 0; left -= 2) {
      now += 2_000
      watch.look()
    }
  }
  const pause = (seconds: number) => {
    now += seconds * 1_000
    watch.look()
  }
  return { pass, pause, calls, workers, worker }
}

/** Waits until the process has used the processor again. */
async function works(pid: number) {
  const before = lifeSigns(pid)?.counts
  await until(() => lifeSigns(pid)?.counts !== before)
}

async function halted(): Promise<number> {
  const pid = busy()
  await works(pid)
  process.kill(pid, 'SIGSTOP')
  await stopped(pid)
  return pid
}

async function stopped(pid: number) {
  let before: string | undefined
  // The process may still complete its current work after it receives the signal.
  await until(() => {
    const signs = lifeSigns(pid)
    const isStill = !signs?.isRunnable && signs?.counts === before
    before = signs?.counts
    return isStill
  })
}

test('does not report a slow worker as hung, however long it takes', async () => {
  const pid = busy()
  const { pass, calls } = watching(pid)
  for (let turn = 0; turn < 20; turn += 1) {
    await works(pid)
    pass(28)
  }
  expect(calls).toEqual([])
})

/**
 * Starts a process that is runnable but hardly runs: other processes use every processor, and it has the lowest
 * priority.
 */
async function starved(): Promise<number> {
  for (let core = 0; core < 2 * availableParallelism(); core += 1) await works(busy())
  const pid = busy()
  setPriority(pid, constants.priority.PRIORITY_LOW)
  await works(pid)
  return pid
}

test('neither reports nor ends a worker, SuperNode or task runner that waits for a processor', async () => {
  const pid = await starved()
  const worker = watching(pid)
  const processes = watching(pid, [
    ['supernode', pid],
    ['runner', pid],
  ])
  worker.pass(LIMIT + 20)
  processes.pass(LIMIT + 20)
  expect([...worker.calls, ...processes.calls]).toEqual([])
  process.kill(pid, 'SIGSTOP')
  await stopped(pid)
  worker.pass(LIMIT + 2)
  processes.pass(34)
  expect(worker.calls).toEqual([30, ['end', pid, LIMIT]])
  expect(processes.calls).toContainEqual(['end', 'runner'])
})

test('reports a worker that hangs for 30 s, and reports when it continues', async () => {
  const pid = await halted()
  const { pass, calls } = watching(pid)
  pass(30)
  expect(calls).toEqual([])
  pass(2)
  expect(calls).toEqual([30])
  pass(200)
  expect(calls).toEqual([30])
  process.kill(pid, 'SIGCONT')
  await works(pid)
  pass(2)
  expect(calls).toEqual([30, null])
})

test('makes the task runner end a worker that hangs longer than the limit, and ends the task runner if it does not', async () => {
  const pid = await halted()
  const { pass, calls, workers } = watching(pid)
  pass(LIMIT + 2)
  expect(calls).toEqual([30, ['end', pid, LIMIT]])
  pass(8)
  expect(calls).toHaveLength(2)
  pass(2)
  expect(calls.at(-1)).toBe('end the runner')
  workers.current = []
  pass(2)
  expect(calls.at(-1)).toBeNull()
})

test('ends a task runner or SuperNode that hangs without a worker, but not one that waits for work', async () => {
  const asking = spawn(process.execPath, ['-e', 'setInterval(() => console.log(), 50)'])
  children.push(asking)
  const hung = await halted()
  const { pass, calls } = watching(hung, [
    ['supernode', asking.pid as number],
    ['runner', hung],
  ])
  for (let turn = 0; turn < 2; turn += 1) {
    await new Promise((resolve) => asking.stdout?.once('data', resolve))
    pass(16)
  }
  expect(calls).toEqual([['end', 'runner']])
})

test('does not count the time during which the edge itself was suspended as silence', async () => {
  const pid = await halted()
  const { pass, pause, calls } = watching(pid)
  pass(10)
  pause(3_600)
  expect(calls).toEqual([])
  pass(20)
  expect(calls).toEqual([])
  pass(2)
  expect(calls).toEqual([30])
})

test('counts silence separately for each worker and each message', async () => {
  const pid = await halted()
  const { pass, calls, workers, worker } = watching(pid)
  pass(32)
  workers.current = [{ ...worker, messageId: 'next' }]
  pass(30)
  expect(calls).toEqual([30, null])
  workers.current = [{ ...worker, pid: 999_999_999 }]
  pass(LIMIT + 20)
  expect(calls).toEqual([30, null])
})
