import { createServer, freePort } from '@tessera/server'
import { expect, test } from 'vitest'
import { buildSpec } from '../features/run/build-spec.ts'
import { openEngineListener } from './engine-listener.ts'

test('serves only run events over plain HTTP on loopback, beside https', {
  meta: { spec: 'calls.platform-https-renewal' },
}, async () => {
  const app = createServer({ ownUrl: 'https://tessera.example.org' })
  app.post('/engine/runs/:runId/events', async (request) => ({ received: request.body }))
  app.get('/healthz', async () => ({ status: 'ok' }))
  await app.ready()
  const port = await freePort()
  const close = await openEngineListener(app, port)

  const run = { id: 'run-1', parties: [], plan: {} } as never
  const { eventsUrl } = buildSpec(run, { HOST: '0.0.0.0', PORT: 8443, EVENTS_PORT: port })
  expect(eventsUrl).toBe(`http://127.0.0.1:${port}/engine/runs/run-1/events`)
  const answer = await fetch(eventsUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"round":1}',
  })
  expect(await answer.json()).toEqual({ received: { round: 1 } })
  for (const path of ['/healthz', '//engine/runs/run-1/events', '/engine/../healthz']) {
    expect((await fetch(`http://127.0.0.1:${port}${path}`)).status).toBe(404)
  }
  close()
  await app.close()
})
