import { DEFAULT_PREFIX } from '@tessera/contract/wire'
import { openApiDocument } from '@tessera/server'
import { expect, onTestFinished, test } from 'vitest'
import { buildWorld } from './testing/world.ts'

test('describes exactly the registered routes in the OpenAPI document', async () => {
  const world = await buildWorld()
  onTestFinished(() => world.close())
  await world.app.ready()
  const described = Object.entries(openApiDocument('edge').paths).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
  )
  const registered = world.routes
    .filter(({ method, url }) => !['HEAD', 'OPTIONS'].includes(method) && !url.startsWith(`${DEFAULT_PREFIX}/`))
    .map(({ method, url }) => `${method} ${url.replace(/:(\w+)/g, '{$1}').replace('*', '{file}')}`)
  expect(described.sort()).toEqual(registered.sort())
})
