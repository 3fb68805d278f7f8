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
  id,
  kind: 'horizontal',
  nameCn: id,
  nameEn: id,
  introduction: text,
  description: text,
  remark: text,
  contentTypes: ['tabular'],
  labelKinds,
  parameters: [],
})

test('lists the built algorithms, each with the joint hash of its bundle and the engine’s library', () => {
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

test('includes an algorithm that needs no label', () => {
  writeAlgorithm(folder, manifest('k-means', []))
  expect(openLibrary(folder).get('k-means').manifest.labelKinds).toEqual([])
})

test('refuses to start if a bundle differs from the bundle that was built', () => {
  writeFileSync(join(folder, 'one.fab'), 'another code')
  expect(() => openLibrary(folder)).toThrow('one.fab is not what was built')
})
