import { endpoint } from '@tessera/contract'
import { HEADERS } from '@tessera/contract/wire'
import { expect, test } from 'vitest'
import { asUser, buildUser, call, describeOnBoth } from './testing/index.ts'

const Nowhere = endpoint({ method: 'GET', path: '/no/such/call', summary: '' })

describeOnBoth('the server', (world) => {
  test('answers a call to an unknown path in the error envelope, with security headers', async () => {
    const { app } = world()
    expect(await call(world(), Nowhere)).toMatchObject({ status: 404, error: 'route.not-found' })
    const answer = await app.inject('/healthz')
    expect(answer.json()).toEqual({ status: 'ok' })
    expect(answer.headers).toMatchObject({
      'content-security-policy': expect.stringContaining("script-src 'self'"),
      'x-content-type-options': 'nosniff',
    })
  })

  test('serves the API documentation only to users who are logged in', async () => {
    const { app } = world()
    const headers = asUser(await buildUser(world()))
    const answer = await app.inject({ url: '/docs/json', headers })
    expect(answer.json()).toMatchObject({ openapi: '3.1.0', info: { title: 'Tessera platform' } })
    expect((await app.inject({ url: '/docs/yaml', headers })).body).toContain('openapi: 3.1.0')
    expect((await app.inject({ url: '/docs', headers })).json().error).toBe('route.not-found')
  })

  test.each(['GET', 'HEAD', 'POST', 'PUT', 'DELETE'] as const)(
    'refuses %s requests below /docs without a session',
    async (method) => {
      const { app } = world()
      const below = [
        '',
        '/',
        '/json',
        '/yaml',
        '/json/',
        '/json?x=1',
        '/%6Ason',
        '/static/index.html',
        '/static/',
        '/../docs',
      ]
      const paths = [...below, '/uiConfig', '/no/such'].map((path) => `/docs${path}`)
      for (const url of [...paths, '/d%6Fcs/json', '/d%6fcs', '/docs?x=1']) {
        for (const headers of [{}, { accept: 'text/html' }, { [HEADERS.token]: 'no session' }]) {
          const refused = await app.inject({ method, url, headers })
          const error = HEADERS.token in headers ? 'session.expired' : 'session.missing'
          expect([url, refused.statusCode]).toEqual([url, 401])
          if (method !== 'HEAD') expect([url, refused.json().error]).toEqual([url, error])
        }
      }
    },
  )
})
