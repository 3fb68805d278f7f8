import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './places.ts'

test('contains no registry address in the npm lock file', () => {
  expect(readFileSync(join(root, 'package-lock.json'), 'utf8')).not.toMatch(/https?:\/\/[^"]*\.tgz/)
})

test('locks each Python package by version and file hashes, without addresses', () => {
  const read = (name: string) => readFileSync(join(root, 'engine', name), 'utf8')
  const locked = read('requirements.lock')
    .replaceAll('\\\n', ' ')
    .split('\n')
    .filter((line) => /^\w/.test(line))
  for (const line of locked) expect(line).toMatch(/^[\w.-]+==\S+ .*--hash=sha256:[0-9a-f]{64}/)
  const direct = read('requirements.txt')
    .split('\n')
    .filter((line) => /^\w/.test(line))
  expect(direct.length).toBeGreaterThan(5)
  for (const wanted of direct) expect(locked.filter((line) => line.startsWith(`${wanted} `))).toHaveLength(1)
  expect(read('requirements.lock')).not.toMatch(/https?:/)
})
