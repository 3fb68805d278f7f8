import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { takeLock } from './lock.ts'

const newPath = () => join(mkdtempSync(join(tmpdir(), 'tessera-lock-')), 'database.lock')
const take = (path: string) => takeLock(path, (holder) => `in use by ${holder}`)

test('a second opener is refused, and told who holds it', () => {
  const path = newPath()
  // Process 1 lives as long as the machine.
  writeFileSync(path, '1')
  expect(() => take(path)).toThrow(`in use by process 1 (${path})`)
  expect(readdirSync(dirname(path))).toEqual(['database.lock'])
})

test('a lock of a process that is gone is taken over, and given back', () => {
  const path = newPath()
  const { pid } = spawnSync('true')
  writeFileSync(path, String(pid))
  const release = take(path)
  expect(readFileSync(path, 'utf8').split(' ')[0]).toBe(String(process.pid))
  release()
  expect(existsSync(path)).toBe(false)
})

test.runIf(existsSync('/proc/1/stat'))('the id of a process that is gone may be another one’s by now', () => {
  const path = newPath()
  writeFileSync(path, '1 123456789012')
  expect(() => take(path)).not.toThrow()
  // Now it is this very process, with its own start.
  expect(() => take(path)).toThrow(`in use by process ${process.pid}`)
})

test('a lock that this process’s id was left in before is its own', () => {
  const path = newPath()
  writeFileSync(path, String(process.pid))
  expect(() => take(path)).not.toThrow()
})
