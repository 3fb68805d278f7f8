import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { acquireLock } from './lock.ts'

const newPath = () => join(mkdtempSync(join(tmpdir(), 'tessera-lock-')), 'database.lock')
const take = (path: string) => acquireLock(path, (holder) => `in use by ${holder}`)

test('refuses a second process on a locked folder, and names the process that holds the lock', () => {
  const path = newPath()
  // Process 1 runs as long as the machine.
  writeFileSync(path, '1')
  expect(() => take(path)).toThrow(`in use by process 1 (${path})`)
  expect(readdirSync(dirname(path))).toEqual(['database.lock'])
})

test('takes over the lock of a process that has ended, and releases it later', () => {
  const path = newPath()
  const { pid } = spawnSync('true')
  writeFileSync(path, String(pid))
  const release = take(path)
  expect(readFileSync(path, 'utf8').split(' ')[0]).toBe(String(process.pid))
  release()
  expect(existsSync(path)).toBe(false)
})

test.runIf(existsSync('/proc/1/stat'))(
  'takes over a lock if its holder has ended and another process has the same id',
  () => {
    const path = newPath()
    writeFileSync(path, '1 123456789012')
    expect(() => take(path)).not.toThrow()
    // Now the lock names this process, with its correct start time.
    expect(() => take(path)).toThrow(`in use by process ${process.pid}`)
  },
)

test('takes over an old lock that contains the id of the current process', () => {
  const path = newPath()
  writeFileSync(path, String(process.pid))
  expect(() => take(path)).not.toThrow()
})
