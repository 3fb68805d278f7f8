import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { VERSION } from './version.ts'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const read = (path: string) => JSON.parse(readFileSync(`${ROOT}/${path}`, 'utf8'))

test('uses the version of the root’s package.json in every package', {
  meta: { spec: 'screens.build-version' },
}, () => {
  expect(VERSION).toBe(read('package.json').version)
  const packages = globSync('{apps,packages}/*/package.json', { cwd: ROOT })
  expect(packages.length).toBeGreaterThan(5)
  for (const path of packages) expect([path, read(path).version]).toEqual([path, VERSION])
  expect(read('package-lock.json').version).toBe(VERSION)
})
