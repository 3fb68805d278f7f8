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

/** A process that works without an end, as far as it is let. */
function busy(): number {
  const child = spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' })
  children.push(child)
  return child.pid as number
}

function watching(pid: number, processes: [ProcessName, number][] = []) {
  const worker: Worker = { pid, runId: 'run', flowerRunId: '1', grantId: 'g', messageId: 'm', messageType: 'train' }
  const workers = { current: processes.length > 0 ? [] : [worker] }
  const said: unknown[] = []
  let now = 0
  const watch = new SilenceWatch({
    workers,
    limitSeconds: LIMIT,
    tell: ({ seconds }) => said.push(seconds),
    end: ({ pid: ended }, seconds) => said.push(['end', ended, seconds]),
    endRunner: () => said.push('end the runner'),
    processes: () => new Map(processes),
    endProcess: (name) => said.push(['end', name]),
    now: () => now,
  })
  /** Looks every two seconds, as it does. */
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
  return { pass, pause, said, workers, worker }
}

/** Until it has used the processor again. */
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
  // What it was at when it was told is done first.
  await until(() => {
    const signs = lifeSigns(pid)
    const isStill = !signs?.isRunnable && signs?.counts === before
    before = signs?.counts
    return isStill
  })
}

test('a slow worker is not said to hang, however long it takes', async () => {
  const pid = busy()
  const { pass, said } = watching(pid)
  for (let turn = 0; turn < 20; turn += 1) {
    await works(pid)
    pass(28)
  }
  expect(said).toEqual([])
})

/** A process that wants to compute and hardly can: others use every processor, and it is the last to get one. */
async function starved(): Promise<number> {
  for (let core = 0; core < 2 * availableParallelism(); core += 1) await works(busy())
  const pid = busy()
  setPriority(pid, constants.priority.PRIORITY_LOW)
  await works(pid)
  return pid
}

test('a worker, SuperNode or runner that waits for a processor is not said to hang, and is not ended', async () => {
  const pid = await starved()
  const worker = watching(pid)
  const processes = watching(pid, [
    ['supernode', pid],
    ['runner', pid],
  ])
  worker.pass(LIMIT + 20)
  processes.pass(LIMIT + 20)
  expect([...worker.said, ...processes.said]).toEqual([])
  process.kill(pid, 'SIGSTOP')
  await stopped(pid)
  worker.pass(LIMIT + 2)
  processes.pass(34)
  expect(worker.said).toEqual([30, ['end', pid, LIMIT]])
  expect(processes.said).toContainEqual(['end', 'runner'])
})

test('one that hangs is said to after 30 s, and that it goes on', async () => {
  const pid = await halted()
  const { pass, said } = watching(pid)
  pass(30)
  expect(said).toEqual([])
  pass(2)
  expect(said).toEqual([30])
  pass(200)
  expect(said).toEqual([30])
  process.kill(pid, 'SIGCONT')
  await works(pid)
  pass(2)
  expect(said).toEqual([30, null])
})

test('past the limit it is ended by the runner, and so is a runner that does not do it', async () => {
  const pid = await halted()
  const { pass, said, workers } = watching(pid)
  pass(LIMIT + 2)
  expect(said).toEqual([30, ['end', pid, LIMIT]])
  pass(8)
  expect(said).toHaveLength(2)
  pass(2)
  expect(said.at(-1)).toBe('end the runner')
  workers.current = []
  pass(2)
  expect(said.at(-1)).toBeNull()
})

test('a runner or SuperNode that hangs without a worker is ended, and one that asks for work is not', async () => {
  const asking = spawn(process.execPath, ['-e', 'setInterval(() => console.log(), 50)'])
  children.push(asking)
  const hung = await halted()
  const { pass, said } = watching(hung, [
    ['supernode', asking.pid as number],
    ['runner', hung],
  ])
  for (let turn = 0; turn < 2; turn += 1) {
    await new Promise((resolve) => asking.stdout?.once('data', resolve))
    pass(16)
  }
  expect(said).toEqual([['end', 'runner']])
})

test('time in which the edge stood still itself is nobody’s silence', async () => {
  const pid = await halted()
  const { pass, pause, said } = watching(pid)
  pass(10)
  pause(3_600)
  expect(said).toEqual([])
  pass(20)
  expect(said).toEqual([])
  pass(2)
  expect(said).toEqual([30])
})

test('of a worker that is gone, or of the next message, nothing is carried over', async () => {
  const pid = await halted()
  const { pass, said, workers, worker } = watching(pid)
  pass(32)
  workers.current = [{ ...worker, messageId: 'next' }]
  pass(30)
  expect(said).toEqual([30, null])
  workers.current = [{ ...worker, pid: 999_999_999 }]
  pass(LIMIT + 20)
  expect(said).toEqual([30, null])
})
