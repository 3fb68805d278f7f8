import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { codeHashOf, writeAlgorithm } from '../../testing/index.ts'
import { openLibrary } from './library.ts'

const folder = mkdtempSync(join(tmpdir(), 'tessera-algorithms-'))
afterAll(() => rmSync(folder, { recursive: true }))
const text = { cn: '中', en: 'en' }
const manifest = (id: string, labelKinds = ['multi']) => ({
  ...{ id, kind: 'horizontal', nameCn: id, nameEn: id, introduction: text, description: text, remark: text },
  ...{ contentTypes: ['tabular'], labelKinds, parameters: [] },
})

test('algorithms are those that were built, each with the hash of bundle and library', () => {
  expect(openLibrary(folder).list()).toEqual([])
  writeAlgorithm(folder, manifest('one'))
  writeAlgorithm(folder, manifest('two'))
  writeFileSync(join(folder, 'left-over.json'), JSON.stringify(manifest('left-over')))
  const hashes = openLibrary(folder)
    .list()
    .map(({ manifest, codeHash }) => [manifest.id, codeHash])
  expect(hashes).toEqual([
    ['one', codeHashOf('one')],
    ['two', codeHashOf('two')],
  ])
})

test('one that needs no label is offered, too', () => {
  writeAlgorithm(folder, manifest('k-means', []))
  expect(openLibrary(folder).get('k-means').manifest.labelKinds).toEqual([])
})

test('a bundle that is not the one that was built keeps the platform from starting', () => {
  writeFileSync(join(folder, 'one.fab'), 'another code')
  expect(() => openLibrary(folder)).toThrow('one.fab is not what was built')
})
