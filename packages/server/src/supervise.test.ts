import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, expect, test, vi } from 'vitest'
import { Child } from './supervise.ts'

const here = dirname(fileURLToPath(import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'tessera-child-'))
const logPath = join(folder, 'log')

const isAlive = (pid: number) => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

const eventually = (claim: () => boolean) => vi.waitFor(() => expect(claim()).toBe(true))

afterEach(() => void vi.useRealTimers())

test('ends a child process when its parent is killed', async () => {
  const childFile = join(folder, 'child.ts')
  const parentFile = join(folder, 'parent.ts')
  writeFileSync(
    childFile,
    `import { holdLifeline } from '${join(here, 'lifeline.ts')}'\nholdLifeline()\nsetInterval(() => {}, 1000)\nconsole.log('holds it')\n`,
  )
  writeFileSync(
    parentFile,
    `import { Child } from '${join(here, 'supervise.ts')}'
const child = new Child({ name: 'c', command: process.execPath, args: ['${childFile}'], env: process.env, logPath: '${logPath}' }).start()
console.log(child.pid)
setInterval(() => {}, 1000)\n`,
  )
  const parent = spawn(process.execPath, [parentFile], { stdio: ['ignore', 'pipe', 'inherit'] })
  const pid = await new Promise<number>((resolve) => parent.stdout.once('data', (chunk) => resolve(Number(chunk))))
  await eventually(() => existsSync(logPath) && readFileSync(logPath, 'utf8').includes('holds it'))
  expect(isAlive(pid)).toBe(true)
  parent.kill('SIGKILL')
  await eventually(() => !isAlive(pid))
})

test('restarts a child process that ends unexpectedly, but not one that was stopped', async () => {
  const starts: number[] = []
  const child = new Child({
    name: 'c',
    command: process.execPath,
    args: ['-e', 'setTimeout(() => {}, 60000)'],
    env: process.env,
    logPath,
    restartAfterMs: [50],
    onStart: (pid) => starts.push(pid),
  }).start()
  process.kill(child.pid as number, 'SIGKILL')
  await eventually(() => starts.length === 2 && child.isRunning)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  await child.stop()
  // After `stop`, no restart is scheduled.
  expect(vi.getTimerCount()).toBe(0)
  expect(child.isRunning).toBe(false)
  expect(starts).toHaveLength(2)
  expect(existsSync(logPath)).toBe(true)
})

/** Returns how long each run of the child process lasted, and the pause after it, for this number of starts. */
async function livesOf(script: string, starts: number) {
  const lives: { ranMs: number; pausedMs: number }[] = []
  const startedAt: number[] = []
  let ranMs = 0
  const child = new Child({
    name: 'c',
    command: process.execPath,
    args: ['-e', script],
    env: process.env,
    logPath,
    restartAfterMs: [1],
    onExit: () => {
      ranMs = performance.now() - (startedAt.at(-1) as number)
    },
    onStart: () => {
      const now = performance.now()
      if (startedAt.length > 0) lives.push({ ranMs, pausedMs: now - (startedAt.at(-1) as number) - ranMs })
      startedAt.push(now)
    },
  }).start()
  await eventually(() => startedAt.length === starts)
  await child.stop()
  return lives
}

test('waits before a restart at least as long as the last start took', async () => {
  const [life] = await livesOf("setTimeout(() => { console.log('up'); process.exit() }, 500)", 2)
  expect(life?.pausedMs).toBeGreaterThan(490)
})

test('doubles the wait after each further start that ended without output', async () => {
  const [first, second, third] = await livesOf('setTimeout(() => {}, 100)', 4)
  expect(first?.pausedMs).toBeGreaterThan((first?.ranMs ?? 0) - 20)
  expect(second?.pausedMs).toBeGreaterThan(2 * (second?.ranMs ?? 0) - 20)
  expect(third?.pausedMs).toBeGreaterThan(4 * (third?.ranMs ?? 0) - 20)
})
