import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { afterEach, expect, test } from 'vitest'
import {
  askForAdvisories,
  faultsIn,
  isAllowed,
  type Locked,
  readList,
  readLocks,
  readNpmLock,
  readPythonLock,
} from './dependencies.ts'

const list = readList()
const locked = readLocks(list)
const one = (more: Partial<Locked> = {}): Locked => ({
  id: 'npm:left@1.0.0',
  ecosystem: 'npm',
  name: 'left',
  version: '1.0.0',
  licence: 'MIT',
  ...more,
})

test('allows the licence of each locked package, and finds no advisory without a review', () => {
  expect(locked.filter(({ ecosystem }) => ecosystem === 'npm').length).toBeGreaterThan(400)
  expect(locked.filter(({ ecosystem }) => ecosystem === 'python').length).toBeGreaterThan(60)
  expect(faultsIn(locked, list)).toEqual([])
})

test('names each package whose licence is unknown or not allowed', () => {
  expect(faultsIn([...locked, one({ licence: undefined })], list)).toEqual([
    expect.stringMatching(/^npm:left@1\.0\.0: no/),
  ])
  expect(faultsIn([one({ licence: 'AGPL-3.0-only' })], list)).toEqual([
    'npm:left@1.0.0: its licence AGPL-3.0-only is not allowed.',
  ])
})

test.each([
  ['MIT', true],
  ['(MIT OR GPL-3.0-only)', true],
  ['MIT AND GPL-3.0-only', false],
  ['(Apache-2.0 AND BSD-3-Clause)', true],
  ['UNLICENSED', false],
  ['constructor', false],
])('decides whether the licence expression %s is allowed: %s', (licence, is) => {
  expect(isAllowed(licence, list.allowed)).toBe(is)
})

test('reports an advisory about a locked version until the list accepts it with a reason', () => {
  const known = [{ id: 'GHSA-x', packages: ['npm:left@1.0.0'], title: 'pads without end' }]
  const about = (advisories: object[]) => ({
    ...list,
    advisories: { asked: '2026-11-26', packages: 1, known: advisories as typeof known },
  })
  expect(faultsIn([one()], about(known))).toEqual(['npm:left@1.0.0: GHSA-x, pads without end'])
  expect(faultsIn([one({ id: 'npm:left@1.0.1', version: '1.0.1' })], about(known))).toEqual([])
  const accepted = known.map((each) => ({ ...each, accepted: 'only ever given our own texts to pad' }))
  expect(faultsIn([one()], about(accepted))).toEqual([])
})

test('reads all packages of the lock files: nested ones, no workspace packages, and each Python package once', () => {
  const packages = {
    '': { version: '1.0.0' },
    'apps/web': { version: '1.0.0' },
    'node_modules/@tessera/web': { link: true },
    'node_modules/@a/b': { version: '1.0.0', license: 'MIT' },
    'node_modules/c/node_modules/@a/b': { version: '2.0.0' },
  }
  expect(readNpmLock(JSON.stringify({ packages })).map(({ id, licence }) => [id, licence])).toEqual([
    ['npm:@a/b@1.0.0', 'MIT'],
    ['npm:@a/b@2.0.0', undefined],
  ])
  const text = 'a==1.0 \\\n    --hash=sha256:00\n    # via b\nb-c==2.0.post1 ; python_version < "3.12" \\\n'
  expect(readPythonLock(text, { 'a@1.0': 'MIT' }).map(({ id, licence }) => [id, licence])).toEqual([
    ['python:a@1.0', 'MIT'],
    ['python:b-c@2.0.post1', undefined],
  ])
})

const ends: (() => unknown)[] = []
afterEach(() => {
  for (const end of ends.splice(0)) end()
})

test('queries every package when the list is updated, and keeps accepted advisories', async () => {
  const received: unknown[] = []
  const server = createServer(async (request, response) => {
    if (request.method !== 'POST') return response.end(JSON.stringify({ id: 'GHSA-x', summary: 'pads without end' }))
    const { queries } = (await json(request)) as { queries: unknown[] }
    received.push(...queries)
    response.end(JSON.stringify({ results: [{ vulns: [{ id: 'GHSA-x' }] }, {}] }))
  })
  ends.push(() => server.close())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const python = one({ id: 'python:a@1.0', ecosystem: 'python', name: 'a', version: '1.0' })
  const accepted = 'only ever given our own texts to pad'
  const before = { asked: null, packages: 0, known: [{ id: 'GHSA-x', packages: [], title: '', accepted }] }
  expect(await askForAdvisories([one(), python], before, url)).toEqual({
    asked: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    packages: 2,
    known: [{ id: 'GHSA-x', packages: ['npm:left@1.0.0'], title: 'pads without end', accepted }],
  })
  expect(received).toEqual([
    { version: '1.0.0', package: { name: 'left', ecosystem: 'npm' } },
    { version: '1.0', package: { name: 'a', ecosystem: 'PyPI' } },
  ])
})
