import { readdirSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import { expect, test } from '@playwright/test'
import { places } from '../world.ts'

/** Of these the users that workers become are handed the open file. */
const FOR_WORKERS = /^edge-\d+\/(grants|flower|tasks)\/\S+ 640$/
/** The embedded database, for trying things out, opens its files to all whatever it is told: its folder is shut. */
const EMBEDDED = 'platform/database'

test('what platform, fleet and edges wrote for the main job, others on the machine cannot read', () => {
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
