import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { openLibrary } from './library.ts'

const folder = mkdtempSync(join(tmpdir(), 'algorithms-'))
afterEach(() => rmSync(folder, { recursive: true }))

function build(id: string, labelKinds: string[]) {
  const text = { cn: '文', en: 'text' }
  const texts = { nameCn: '名', nameEn: 'Name', introduction: text, description: text, remark: text }
  const manifest = { id, kind: 'horizontal', contentTypes: ['tabular'], labelKinds, parameters: [], ...texts }
  writeFileSync(join(folder, `${id}.json`), JSON.stringify(manifest))
  writeFileSync(join(folder, `${id}.fab`), id)
}

test('an algorithm that needs no label is not offered, as no task can be created without one', () => {
  build('k-means', [])
  build('logistic-regression', ['binary'])
  const library = openLibrary(folder)

  expect(library.list().map(({ manifest }) => manifest.id)).toEqual(['logistic-regression'])
  expect(library.find('k-means')).toBeUndefined()
})
