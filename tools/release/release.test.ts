import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { VERSION } from '@tessera/server'
import { expect, test } from 'vitest'
import { root } from '../places.ts'

test.each([
  ['', 'is no version: write it as 2.7.0'],
  ['next', 'next is no version: write it as 2.7.0'],
  ['1.0.0', `1.0.0 is older than ${VERSION} in package.json`],
])('refuses to release “%s”, and changes no file', (version, reason) => {
  const { status, stderr } = spawnSync(process.execPath, [join(root, 'tools', 'release', 'release.ts'), version], {
    encoding: 'utf8',
  })
  expect({ status, stderr }).toEqual({ status: 1, stderr: expect.stringContaining(reason) })
})
