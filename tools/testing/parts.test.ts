import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../places.ts'
import { PARTS, partsOf, stagesOf } from './parts.ts'
import { NODE_PROJECTS, PROJECTS } from './projects.ts'

const stages = (only?: string) => stagesOf(partsOf(only).parts)
const names = (only?: string) => stages(only).map(({ name }) => name)

const CHECKS = names('check')
const projects = 'contract, server, inference, platform, edge, tools, web'
const REST = ['playwright: journeys', 'pytest: not long', `vitest: ${projects}`]
const LONG_ONES = ['pytest: long', 'playwright: long', 'playwright: failures', 'vitest: long', 'vitest: networks']
const STARVED = 'vitest: a demo beside 40 busy processes'

test.each([
  [undefined, [...CHECKS, ...REST]],
  ['', [...CHECKS, ...REST]],
  ['all', [...CHECKS, ...REST, ...LONG_ONES, STARVED]],
  ['check', CHECKS],
  ['edge', ['vitest: edge']],
  ['web,contract', ['vitest: contract, web']],
  ['engine, edge', ['pytest: not long', 'vitest: edge']],
  ['e2e', ['playwright: journeys']],
  ['long', [...LONG_ONES, STARVED]],
])('runs only the named parts with ONLY=%s', (only, expected) => {
  expect(names(only)).toEqual(expected)
  expect(CHECKS).toHaveLength(13)
})

test('starts tests after the checks, network tests after the browser tests, and the tests of busy processes alone', () => {
  const all = new Map(stages('all').map(({ name, after = [] }) => [name, after]))
  for (const name of REST) expect(all.get(name)).toEqual(CHECKS)
  const before = (name: string): string[] => (all.get(name) ?? []).flatMap((earlier) => [earlier, ...before(earlier)])
  const browsers = [...all.keys()].filter((name) => name.startsWith('playwright'))
  expect(before('vitest: networks')).toEqual(expect.arrayContaining(browsers))
  expect(new Set(before(STARVED))).toEqual(new Set([...all.keys()].filter((name) => name !== STARVED)))
})

test('runs several projects in one vitest process, which receives the name of each', () => {
  const [stage] = stages('edge,web')
  expect(stage?.args.join(' ')).toMatch(/^run --project edge --project web --reporter=/)
})

test('refuses an unknown part, and lists all known parts', () => {
  expect(partsOf('edge,typo,unit').unknown).toEqual(['typo', 'unit'])
  const args = [join(root, 'tools', 'test.ts'), '--only', 'edge,typo']
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  expect(status).toBe(2)
  expect(stderr).toBe(`ONLY names no part of the tests: typo. Parts: ${PARTS.join(', ')}; or all.\n`)
  expect(stdout).toBe('')
})

test('has a project for every package and app, and the same parts as the list in CONTRIBUTING', () => {
  const folders = ['packages', 'apps'].flatMap((parent) =>
    readdirSync(join(root, parent)).filter((name) => existsSync(join(root, parent, name, 'package.json'))),
  )
  expect([...PROJECTS].sort()).toEqual([...folders, 'tools'].sort())
  for (const folder of Object.values(NODE_PROJECTS)) expect(existsSync(join(root, folder))).toBe(true)
  const table = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8').match(/^\| .* \|$/gm) ?? []
  const named = new Set(table.flatMap((row) => row.split('|')[2]?.match(/(?<=[`,])\w+(?=[`,])/g) ?? []))
  expect([...named].sort()).toEqual([...PARTS].sort())
})
