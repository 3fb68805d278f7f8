import { endpointRoutes, findRoute, isLetIn, type Route, rightOf, rightsIn } from '@tessera/contract/rights'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { faultOf, recorded, twisted } from '../../../packages/server/src/testing/hostile-calls.ts'
import { rateLimits } from './db/table.ts'
import { buildApp, type World } from './testing/index.ts'
import { buildCast } from './testing/rights/cast.ts'
import { otherScenes } from './testing/rights/other-scenes.ts'
import { endpointScenes, type Making, type Scene } from './testing/rights/scenes.ts'
import { modelMaker } from './testing/rights/things.ts'
import { WITH_ALGORITHMS } from './testing/task.ts'

let world: World
let scenes: (row: Route, url: string) => Making[]
let allCallers: NonNullable<Scene['callers']>
beforeAll(async () => {
  world = await buildApp({ env: { ...WITH_ALGORITHMS, MARKET_URL: 'https://market.example.org/enter' } })
  const cast = await buildCast(world)
  allCallers = Object.values(cast.callers)
  const stage = { world, cast, addModel: await modelMaker(world, cast) }
  const [ofEndpoints, ofOthers] = [endpointScenes(stage), otherScenes(stage)]
  scenes = (row, url) => {
    const endpoint = endpointRoutes.find((one) => one === row)
    return [...(endpoint ? ofEndpoints[endpoint.name] : []), ...(ofOthers[`${row.method} ${row.path}`]?.(url) ?? [])]
  }
})
afterAll(() => world?.close())

/**
 * Makes the call of a test case as a permitted caller and records the request, so that the platform processes its
 * input.
 */
async function play(makings: Making[], need: Route['need']) {
  const isInPerson = rightsIn(need).every((right) => rightOf(right).inPerson)
  for (const making of makings) {
    const scene = await making()
    const caller = (scene.callers ?? allCallers).find((one) =>
      isLetIn(scene.need ?? need, (isInPerson && one.inPerson) || one.who, scene.facts(one)),
    )
    if (!caller) continue
    const request = await recorded(world.app, () => scene.ask(caller))
    return { request, restore: () => scene.restore?.(caller) }
  }
  throw new Error('no caller is permitted')
}

test('answers any input to any call with an error that a client can read, never with an internal error', async () => {
  const wrong: string[] = []
  let calls = 0
  for (const { method, url } of world.routes.filter((route) => route.method !== 'HEAD')) {
    const row = findRoute(method, url.startsWith(world.settings.PREFIX) ? url.slice(world.settings.PREFIX.length) : url)
    const endpoint = endpointRoutes.find((one) => one === row)?.endpoint
    if (!row) continue
    const { request, restore } = await play(scenes(row, url), row.need)
    for (const { what, ...twistedRequest } of twisted(request, endpoint)) {
      calls += 1
      if (calls % 50 === 0) await world.db.delete(rateLimits)
      const answer = await world.app.inject(twistedRequest)
      // `/readyz` answers 503 here, because no fleet runs in the test.
      const fault = url === '/readyz' && answer.statusCode === 503 ? undefined : faultOf(answer)
      if (fault) wrong.push(`${method} ${url}, ${what}: ${fault}`)
      if (answer.statusCode < 400) await restore()
    }
  }
  expect(wrong).toEqual([])
  expect(calls).toBeGreaterThan(3_000)
})
