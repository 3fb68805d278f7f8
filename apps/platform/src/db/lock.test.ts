import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { takeLock } from './lock.ts'

const newPath = () => join(mkdtempSync(join(tmpdir(), 'tessera-lock-')), 'database.lock')

test('a second opener is refused, and told who holds it', () => {
  const path = newPath()
  // Process 1 lives as long as the machine.
  writeFileSync(path, '1')
  expect(() => takeLock(path)).toThrow(/in use by process 1 /)
})

test('a lock of a process that is gone is taken over', () => {
  const path = newPath()
  const { pid } = spawnSync('true')
  writeFileSync(path, String(pid))
  const release = takeLock(path)
  expect(readFileSync(path, 'utf8')).toBe(String(process.pid))
  release()
  expect(existsSync(path)).toBe(false)
})
