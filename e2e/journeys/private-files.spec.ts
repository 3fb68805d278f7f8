import { readdirSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import { expect, test } from '@playwright/test'
import { places } from '../world.ts'

/** Files that worker processes of other users receive as open descriptors. */
const FOR_WORKERS = /^edge-\d+\/(grants|flower|tasks)\/\S+ 640$/
/** The embedded database always makes its files readable to all users, so its folder is closed to them. */
const EMBEDDED = 'platform/database'

test('makes no file of platform, fleet and edges readable to other users of the machine', {
  annotation: { type: 'claim', description: 'hardening.file-permissions' },
}, () => {
  const found = filesIn(places.dataDir)
  expect(found.length).toBeGreaterThan(50)
  const mode = (path: string) => (statSync(path).mode & 0o777).toString(8)
  const open = found.filter((path) => (statSync(path).mode & 0o077) !== 0)
  const named = open.map((path) => `${relative(places.dataDir, path)} ${mode(path)}`)
  expect(named.filter((text) => !FOR_WORKERS.test(text) && !text.startsWith(`${EMBEDDED}/`))).toEqual([])
  expect(mode(join(places.dataDir, EMBEDDED))).toBe('700')
})

const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
