import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../places.ts'
import { PARTS, partsOf, phasesOf } from './parts.ts'
import { NODE_PROJECTS, PROJECTS } from './projects.ts'

/** Returns the stages, phase by phase. Stages of one phase run in parallel. */
const running = (only?: string) => phasesOf(partsOf(only).parts).map((phase) => phase.map((stage) => stage.name))

const CHECKS = running('check')[0]
const projects = 'contract, server, inference, platform, edge, tools, web'
const REST = ['playwright: journeys', 'pytest: not long', `vitest: ${projects}`]
const LONG_ONES = [
  ['vitest: long', 'pytest: long'],
  ['playwright: long', 'playwright: failures'],
  ['vitest: a demo beside 40 busy processes'],
]

test.each([
  [undefined, [CHECKS, REST]],
  ['', [CHECKS, REST]],
  ['all', [CHECKS, REST, ...LONG_ONES]],
])('runs with ONLY=%s the checks, then the rest in parallel, and long tests if they are named', (only, expected) => {
  expect(running(only)).toEqual(expected)
  expect(CHECKS).toHaveLength(9)
})

test.each([
  ['check', [CHECKS, []]],
  ['edge', [[], ['vitest: edge']]],
  ['web,contract', [[], ['vitest: contract, web']]],
  ['engine, edge', [[], ['pytest: not long', 'vitest: edge']]],
  ['e2e', [[], ['playwright: journeys']]],
  ['long', [[], [], ...LONG_ONES]],
])('runs with ONLY=%s only that', (only, expected) => {
  expect(running(only)).toEqual(expected)
})

test('shares one vitest among several projects, and names each of them to it', () => {
  const [stage] = phasesOf(partsOf('edge,web').parts)[1] ?? []
  expect(stage?.args.join(' ')).toMatch(/^run --project edge --project web --reporter=/)
})

test('refuses an unknown name, and lists the known ones', () => {
  expect(partsOf('edge,typo,unit').unknown).toEqual(['typo', 'unit'])
  const args = [join(root, 'tools', 'test.ts'), '--only', 'edge,typo']
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  expect(status).toBe(2)
  expect(stderr).toBe(`ONLY names no part of the tests: typo. Parts: ${PARTS.join(', ')}; or all.\n`)
  expect(stdout).toBe('')
})

test('has a project for every package and app, and lists exactly the parts in CONTRIBUTING', () => {
  const folders = ['packages', 'apps'].flatMap((parent) =>
    readdirSync(join(root, parent)).filter((name) => existsSync(join(root, parent, name, 'package.json'))),
  )
  expect([...PROJECTS].sort()).toEqual([...folders, 'tools'].sort())
  for (const folder of Object.values(NODE_PROJECTS)) expect(existsSync(join(root, folder))).toBe(true)
  const table = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8').match(/^\| .* \|$/gm) ?? []
  const named = new Set(table.flatMap((row) => row.split('|')[2]?.match(/(?<=[`,])\w+(?=[`,])/g) ?? []))
  expect([...named].sort()).toEqual([...PARTS].sort())
})
