import { describe, expect, test } from 'vitest'
import * as wire from '../wire/index.ts'
import {
  accessOf,
  allows,
  endpointRoutes,
  entryOf,
  findRoute,
  isLetIn,
  leastOf,
  otherRoutes,
  type RightName,
  rankOf,
  rights,
  rightsIn,
  rightsWithin,
} from './index.ts'

describe('routes in the table of rights', () => {
  test('lists every endpoint of the contract under its method and path', {
    meta: { spec: 'roles.rights-table' },
  }, () => {
    const endpoints = Object.values(wire).filter((one) => typeof one === 'object' && 'carrier' in one)
    expect(endpoints.length).toBeGreaterThan(100)
    for (const { method, path } of endpoints as { method: string; path: string }[]) {
      expect(findRoute(method, path), `${method} ${path}`).toMatchObject({ method, path })
    }
  })

  test.each(endpointRoutes)('requires for $name the session that its rights require', ({ endpoint, need }) => {
    expect(accessOf(need)).toBe(endpoint.access)
  })

  test('contains only rights that some call uses', () => {
    const taken = new Set([...endpointRoutes, ...otherRoutes].flatMap(({ need }) => rightsIn(need)))
    expect(Object.keys(rights).filter((name) => !taken.has(name as RightName))).toEqual([])
  })

  test('finds no entry for an unknown route, and finds HEAD wherever GET is listed', () => {
    expect(findRoute('GET', '/sys/secret')).toBeUndefined()
    expect(findRoute('POST', '/docs/json')).toBeUndefined()
    expect(findRoute('HEAD', '/docs/json')?.need).toBe('platform.read')
    expect(findRoute('GET', '/docs/static/index.html')).toBeUndefined()
    expect(findRoute('HEAD', `${wire.EDGE_PAGE_FILES_PATH}/page.js`)?.need).toBe('platform.open')
  })

  test('returns the lowest rank that can have any, or all, of several rights', () => {
    expect(entryOf({ all: ['dataset.list-own', 'dataset.see'] })).toEqual({ who: 'member', right: 'dataset.list-own' })
    expect(entryOf({ any: ['party.set-role', 'party.edit'] })).toEqual({ who: 'admin', right: 'party.edit' })
    const facts = { dataset: { state: { sharing: 'party', use: 'free' } } } as const
    expect(isLetIn({ all: ['dataset.list-own', 'dataset.see'] }, 'user', facts)).toBe(false)
    expect(isLetIn({ any: ['dataset.list-own', 'dataset.see'] }, 'user', facts)).toBe(true)
  })
})

describe('decisions of the table of rights', () => {
  const recruiting = { status: 'recruiting', visibility: 'public', researchType: 'federated' } as const

  test.each([
    ['an administrator of the initiator', 'admin', ['initiator'], true],
    ['the author of the task', 'member', ['initiator', 'author'], true],
    ['another member of the initiator', 'member', ['initiator'], false],
    ['the author, acting for another party', 'member', ['author'], false],
    ['an administrator of a participant', 'admin', ['participant', 'joined'], false],
    ['a tourist, whatever they claim', 'user', ['initiator', 'author'], false],
    ['an edge', 'edge', ['initiator', 'author'], false],
  ] as const)('decides about the right to start a task: %s', (_who, who, is, expected) => {
    expect(allows('task.start', { who, is, state: recruiting })).toBe(expected)
    expect(allows('task.start', { who, is, state: { ...recruiting, status: 'training' } })).toBe(false)
  })

  test('refuses a right if a fact about the object is unknown', () => {
    expect(allows('task.start', { who: 'admin', is: ['initiator'], state: {} })).toBe(false)
  })

  test('does not let a party lose its last super administrator', () => {
    const asking = { who: 'super-admin', is: ['own', 'self'] } as const
    expect(allows('party.leave', { ...asking, state: { target: 'super-admin' } })).toBe(true)
    expect(allows('party.leave', { ...asking, state: { target: 'last-super-admin' } })).toBe(false)
    expect(allows('party.set-role', { ...asking, state: { target: 'last-super-admin' } })).toBe(false)
  })

  test('lets administrators remove members, and super administrators remove all members except themselves', () => {
    const out = (who: 'admin' | 'super-admin', target: 'member' | 'admin', is: 'other' | 'self' = 'other') =>
      allows('party.remove-member', { who, is: ['own', is], state: { target } })
    expect([out('admin', 'member'), out('admin', 'admin')]).toEqual([true, false])
    expect([out('super-admin', 'admin'), out('super-admin', 'admin', 'self')]).toEqual([true, false])
  })
})

test.each([
  ['user', null, 'admin', true],
  ['user', '1', 'tourist', false],
  ['member', '1', 'member', true],
  ['admin', '1', 'admin', false],
  ['super-admin', '1', 'admin', true],
] as const)(
  'returns the rank %s for party %s, role %s, super administrator %s',
  (rank, partyId, role, isSuperAdmin) => {
    expect(rankOf({ partyId, role, isSuperAdmin })).toBe(rank)
  },
)

test('gives each rank the rights of the rank below, and a tourist only the rights of everybody', {
  meta: { spec: 'roles.permission-contents' },
}, () => {
  const [tourist, member, admin, superAdmin] = (['user', 'member', 'admin', 'super-admin'] as const).map(rightsWithin)
  expect(tourist).toEqual([])
  expect(member).toEqual(expect.arrayContaining(['task.create', 'task.join', 'model.download', 'inference.create']))
  expect(member).not.toContain('party.edit')
  expect(admin).toEqual(expect.arrayContaining([...(member as RightName[]), 'party.edit', 'edge.enrol']))
  expect(admin).not.toContain('party.set-role')
  expect(superAdmin).toContain('party.set-role')
})

test('gives machines separate rights, which no user has', () => {
  expect(leastOf('task.read-plan')).toBe('edge')
  const facts = { task: { is: ['joined'] } } as const
  expect(isLetIn('task.read-plan', 'edge', facts)).toBe(true)
  expect(isLetIn('task.read-plan', 'super-admin', facts)).toBe(false)
})
