import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { extract, fillFolder } from './backup.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tessera-fill-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('writes a backup into an empty folder, and refuses a folder that cannot be replaced before it writes anything', async () => {
  const into = join(folder, 'into')
  mkdirSync(into)
  await fillFolder(into, async (draft) => writeFileSync(join(draft, 'a'), ''))
  expect(readdirSync(into)).toEqual(['a'])

  mkdirSync(join(folder, 'elsewhere'))
  symlinkSync(join(folder, 'elsewhere'), join(folder, 'link'))
  let isFilled = false
  const filling = fillFolder(join(folder, 'link'), async () => {
    isFilled = true
  })
  await expect(filling).rejects.toThrow('cannot be replaced (ENOTDIR)')
  expect(isFilled).toBe(false)
})

test('refuses a part of a backup whose path leads to a folder with a similar name beside the target', async () => {
  const draft = join(folder, 'draft')
  const content = (async function* () {})()
  await expect(extract({ name: '../draft-2/a', size: 0, content }, draft)).rejects.toThrow('leads out of')
  expect(existsSync(join(folder, 'draft-2'))).toBe(false)
})
