import type { ErrorCode } from '@tessera/contract'
import { endpointRoutes, findRoute, isLetIn, type Need, type Route, rightOf, rightsIn } from '@tessera/contract/rights'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkAnswers } from '../../../packages/server/src/testing/check-answers.ts'
import { rateLimits } from './db/table.ts'
import { buildApp, type World } from './testing/index.ts'
import { buildCast } from './testing/rights/cast.ts'
import { otherScenes } from './testing/rights/other-scenes.ts'
import { type Answer, endpointScenes, type Making, type Scene } from './testing/rights/scenes.ts'
import { modelMaker } from './testing/rights/things.ts'
import { WITH_ALGORITHMS } from './testing/task.ts'

/** Error codes that any call may return to callers without a session or without a party of their own. */
const NO_ENTRY: ErrorCode[] = ['session.missing', 'session.expired', 'party.required', 'party.not-member']
/** Error codes that do not depend on rights. If a call returns one of them, the test case is wrong. */
const NO_ANSWER: string[] = [
  'request.failed',
  'request.malformed',
  'request.nul',
  'request.too-many',
  'route.not-found',
]

let world: World
let answers: ReturnType<typeof checkAnswers>
let calls = 0
let casting: ReturnType<typeof prepare>
beforeAll(async () => {
  world = await buildApp({ env: { ...WITH_ALGORITHMS, MARKET_URL: 'https://market.example.org/enter' } })
  answers = checkAnswers(world.app, 'platform', world.settings.PREFIX)
  casting = prepare()
  await casting
})
afterAll(() => world?.close())

async function prepare() {
  const cast = await buildCast(world)
  const stage = { world, cast, addModel: await modelMaker(world, cast) }
  return { cast, scenes: endpointScenes(stage), others: otherScenes(stage) }
}

/** Returns the entry of a registered route in the table of rights, and the route's test cases. */
async function rowAndScenes({ method, url }: World['routes'][number]): Promise<{ row?: Route; makings: Making[] }> {
  const { scenes, others } = await casting
  const { PREFIX } = world.settings
  const row = findRoute(method, url.startsWith(`${PREFIX}/`) ? url.slice(PREFIX.length) : url)
  if (!row) return { makings: [] }
  const endpoint = endpointRoutes.find((one) => one === row)
  const other = others[`${row.method} ${row.path}`]
  return { row, makings: [...(endpoint ? scenes[endpoint.name] : []), ...(other ? other(url) : [])] }
}

function verdict({ status, error }: Answer, need: Need): 'let in' | 'refused' | 'no answer' {
  const refusals: readonly string[] = [...NO_ENTRY, ...rightsIn(need).flatMap((right) => rightOf(right).refusals)]
  if (error !== undefined && refusals.includes(error)) return 'refused'
  return status >= 400 || (error !== undefined && NO_ANSWER.includes(error)) ? 'no answer' : 'let in'
}

/** Makes the call of a test case as every caller. Returns the results that differ from the table of rights. */
async function play(making: Making, { method, need }: Route): Promise<string[]> {
  const { cast } = await casting
  const wrong: string[] = []
  let scene: Scene = await making()
  const callers = scene.callers ?? Object.values(cast.callers)
  for (const caller of callers) {
    calls += 1
    await world.db.delete(rateLimits)
    const isInPerson = rightsIn(need).every((right) => rightOf(right).inPerson)
    const who = (isInPerson && caller.inPerson) || caller.who
    const expected = isLetIn(scene.need ?? need, who, scene.facts(caller)) ? 'let in' : 'refused'
    const answer = await scene.ask(caller)
    const came = verdict(answer, need)
    if (came !== expected) {
      wrong.push(
        `${caller.name}, ${scene.about}: ${came} (${answer.status} ${answer.error ?? 'well'}), not ${expected}`,
      )
    }
    if (came !== 'let in') continue
    await scene.restore?.(caller)
    if (method !== 'GET' && !scene.isOnce) scene = await making()
  }
  return wrong
}

describe('the table of rights decides exactly which callers a route permits', () => {
  test('permits and refuses callers according to the table of rights, on all registered routes', {
    meta: { spec: ['roles.tourist-join-task', 'roles.route-authorization'] },
  }, async () => {
    const wrong: string[] = []
    for (const route of world.routes.filter(({ method }) => method !== 'HEAD')) {
      const { row, makings } = await rowAndScenes(route)
      const what = `${route.method} ${route.url}`
      if (!row) wrong.push(`${what}: not in the table of rights`)
      else if (makings.length === 0) wrong.push(`${what}: no scene tries it`)
      for (const making of makings) {
        if (row) wrong.push(...(await play(making, row)).map((one) => `${what}: ${one}`))
      }
    }
    expect(wrong).toEqual([])
    expect(calls).toBeGreaterThan(2_000)
  })

  test('returns only responses that the OpenAPI document describes', () => {
    expect([...answers.differences]).toEqual([])
    expect(answers.done.size).toBeGreaterThan(110)
  })
})
