import { openApiDocument } from '@tessera/server'
import { expect, test } from 'vitest'
import { buildApp } from './testing/index.ts'

test('describes exactly the registered routes in the OpenAPI document', async () => {
  const world = await buildApp({ env: { PREFIX: '/other-prefix' } })
  const { routes, settings } = world
  await world.close()
  const { paths } = openApiDocument('platform', settings.PREFIX)
  const described = Object.entries(paths).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
  )
  const registered = routes
    .filter(({ method }) => method !== 'HEAD')
    .map(({ method, url }) => `${method} ${url.replace(/:(\w+)/g, '{$1}')}`)
    // Older clients open the WebSocket without the prefix; the document describes only the path with the prefix.
    .filter((call) => call !== 'GET /websocket/{userId}')
  // The platform of this test serves no console.
  expect(described.filter((call) => call !== 'GET /').sort()).toEqual(registered.sort())
})
