import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { LogFile } from './log-file.ts'
import { Child } from './supervise.ts'

const folder = mkdtempSync(join(tmpdir(), 'tessera-log-file-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const linesOf = (path: string) => readFileSync(path, 'utf8').split('\n').filter(Boolean)
/** Returns the lines of all log files, oldest first. */
const allLines = (path: string, files: number) =>
  Array.from({ length: files }, (_none, index) => (index === 0 ? path : `${path}.${index}`))
    .toReversed()
    .filter((name) => existsSync(name))
    .flatMap(linesOf)

test('renames a full log file at the end of a line without losing lines', {
  meta: { spec: 'calls.process-log-rotation' },
}, () => {
  const path = join(folder, 'rotated.log')
  const log = new LogFile(path, { maxBytes: 100, files: 50 })
  const text = Array.from({ length: 60 }, (_none, i) => `line ${i} ${'x'.repeat(i % 30)}\n`).join('')
  // The output is cut at any position, as a pipe does.
  for (let at = 0; at < text.length; at += 37) log.write(Buffer.from(text.slice(at, at + 37)))
  log.close()
  expect(allLines(path, 50)).toEqual(text.split('\n').filter(Boolean))
  for (let index = 1; existsSync(`${path}.${index}`); index += 1) {
    const content = readFileSync(`${path}.${index}`, 'utf8')
    expect(content.endsWith('\n')).toBe(true)
    expect(content.length).toBeGreaterThanOrEqual(100)
    expect(content.length).toBeLessThan(140)
  }
})

test('keeps only the newest log files, up to the limit, also after a restart', () => {
  const path = join(folder, 'few.log')
  for (let i = 0; i < 100; i++) {
    const log = new LogFile(path, { maxBytes: 100, files: 3 })
    log.write(Buffer.from(`entry ${String(i).padStart(3, '0')}\n`))
    log.close()
  }
  expect(existsSync(`${path}.3`)).toBe(false)
  const remaining = allLines(path, 3)
  expect(remaining.length).toBeGreaterThanOrEqual(20)
  expect(remaining).toEqual(
    Array.from({ length: remaining.length }, (_n, i) => `entry ${String(100 - remaining.length + i).padStart(3, '0')}`),
  )
  expect(statSync(path).mode & 0o777).toBe(0o600)
})

test('loses no line if log files are renamed while a child process writes much on both outputs', {
  meta: { spec: 'calls.process-log-rotation' },
}, async () => {
  const logPath = join(folder, 'child.log')
  const script = `
    for (let i = 0; i < 5000; i++) (i % 2 ? process.stdout : process.stderr).write('line ' + i + ' ' + 'y'.repeat(80) + '\\n')
    setInterval(() => {}, 1000)
    process.on('SIGTERM', () => { process.stdout.write('last words\\n'); process.exit(0) })
  `
  const received: number[] = []
  const child = new Child({
    name: 'c',
    command: process.execPath,
    args: ['-e', script],
    env: process.env,
    logPath,
    logLimits: { maxBytes: 20_000, files: 100 },
    onOutput: (bytes) => received.push(bytes.length),
  }).start()
  await vi.waitFor(() => expect(allLines(logPath, 100)).toHaveLength(5_000))
  await child.stop()
  const lines = allLines(logPath, 100)
  expect(lines.at(-1)).toBe('last words')
  const numbers = lines.slice(0, -1).map((line) => Number(/^line (\d+) y{80}$/.exec(line)?.[1]))
  expect(numbers.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 5_000 }, (_none, i) => i))
  expect(existsSync(`${logPath}.5`)).toBe(true)
  expect(received.length).toBeGreaterThan(0)
})

test('adds times to the lines of another program, and removes colour codes', async () => {
  const logPath = join(folder, 'stamped.log')
  const lines = [
    '\\x1b[92mINFO \\x1b[0m:      Starting 启动',
    '2026-11-26T11:10:36.826Z INFO there already',
    '  File "a.py", line 1',
  ]
  const script = `process.stdout.write('${lines.join('\\n')}\\n'); process.stderr.write('without an end')`
  const child = new Child({
    name: 'c',
    command: process.execPath,
    args: ['-e', script],
    env: process.env,
    logPath,
    stamps: true,
  }).start()
  await vi.waitFor(() => expect(allLines(logPath, 1)).toHaveLength(4))
  await child.stop()
  const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z /
  const written = allLines(logPath, 1)
  for (const line of written) expect(line).toMatch(time)
  expect(written.map((line) => line.replace(time, '')).toSorted()).toEqual(
    ['  File "a.py", line 1', 'INFO :      Starting 启动', 'INFO there already', 'without an end'].toSorted(),
  )
})
