import { endpoint } from '@tessera/contract'
import { expect, test } from 'vitest'
import { call, describeOnBoth } from './testing/index.ts'

const Nowhere = endpoint({ method: 'GET', path: '/no/such/call', summary: '' })

describeOnBoth('the server', (world) => {
  test('answers an unknown call in the envelope, with security headers', async () => {
    const { app } = world()
    expect(await call(world(), Nowhere)).toMatchObject({ status: 404, error: 'route.not-found' })
    const answer = await app.inject('/healthz')
    expect(answer.json()).toEqual({ status: 'ok' })
    expect(answer.headers).toMatchObject({
      'content-security-policy': expect.stringContaining("script-src 'self'"),
      'x-content-type-options': 'nosniff',
    })
  })

  test('serves its documentation', async () => {
    const answer = await world().app.inject('/docs/json')
    expect(answer.json()).toMatchObject({ openapi: '3.1.0', info: { title: 'Tessera platform' } })
  })
})
