import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { VERSION } from '@tessera/server'
import { afterAll, expect, test } from 'vitest'
import { installationOf, readKnownCode } from './known-code.ts'

const engineDir = mkdtempSync(join(tmpdir(), 'tessera-engine-'))
afterAll(() => rmSync(engineDir, { recursive: true }))

test('recognises no code if the installation contains no builds', () => {
  const known = readKnownCode(engineDir)
  expect(known).toEqual({ version: VERSION, own: {}, declared: {}, previous: {} })
  expect(installationOf(known)).toEqual({ version: VERSION, codes: [] })
})

test('reports to the platform which code can run here, without the builds of previous releases', () => {
  mkdirSync(join(engineDir, 'build'))
  const own = { mlp: { bundleHash: 'b', codeHash: 'c' } }
  writeFileSync(join(engineDir, 'build', 'builds.json'), JSON.stringify(own))
  const declared = { stagesPerRound: 'depth', leaves: [], parameters: [{ name: 'depth', default: 3 }] }
  writeFileSync(join(engineDir, 'build', 'mlp.json'), JSON.stringify({ id: 'mlp', ...declared }))
  writeFileSync(join(engineDir, 'releases.json'), JSON.stringify({ '2.6.3': { mlp: 'old' } }))
  const known = readKnownCode(engineDir)
  expect(known).toEqual({ version: VERSION, own, declared: { mlp: declared }, previous: { '2.6.3': { mlp: 'old' } } })
  expect(installationOf(known)).toEqual({ version: VERSION, codes: ['c'] })
})
