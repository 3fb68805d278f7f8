import { expect, test } from 'vitest'
import { ApiError, errorText, getErrorTexts } from './api-error.ts'
import { type Circumstances, clientErrorText, diagnose } from './client-errors.ts'

const platform: Circumstances = { target: 'platform', status: 0, hasToken: true, pageIsSecure: false }
const edge: Circumstances = { ...platform, target: 'edge', edgeUrl: 'https://edge.renhe.cn', edgeAlive: true }

test.each<[string, Circumstances, string]>([
  ['401 with a token', { ...platform, status: 401 }, 'client.session-ended'],
  ['401 without a token', { ...platform, status: 401, hasToken: false }, 'client.login-required'],
  ['no response', platform, 'client.no-response'],
  ['a proxy answers', { ...platform, status: 502 }, 'client.unreadable'],
  ['edge 404', { ...edge, status: 404 }, 'client.edge-404'],
  ['certificate not trusted', edge, 'client.edge-certificate'],
  ['heartbeat unknown, https', { ...edge, edgeAlive: 'unknown' }, 'client.edge-certificate'],
  ['edge down', { ...edge, edgeAlive: false }, 'client.edge-down'],
  ['another network', { ...edge, edgeUrl: 'http://10.0.0.4:8081' }, 'client.edge-unreachable'],
  ['heartbeat unknown, http', { ...edge, edgeUrl: 'http://10.0.0.4:8081', edgeAlive: 'unknown' }, 'client.edge-down'],
  [
    'http edge under https',
    { ...edge, edgeUrl: 'http://10.0.0.4:8081', pageIsSecure: true },
    'client.edge-mixed-content',
  ],
  [
    'http on loopback is not mixed content',
    { ...edge, edgeUrl: 'http://127.0.0.1:8081', pageIsSecure: true, edgeAlive: false },
    'client.edge-down',
  ],
  ['browser blocked the local network', { ...edge, localNetwork: 'denied' }, 'client.edge-local-network'],
])(
  'derives the cause of a failed call: %s',
  { meta: { spec: ['errors.unauthenticated', 'errors.edge-not-found', 'errors.connection-cause'] } },
  (_case, seen, code) => {
    expect(diagnose(seen)).toBe(code)
  },
)

test('names the edge in the text of an error that concerns it, in both languages', () => {
  const error = new ApiError('client.edge-down', { params: { edge: 'http://10.0.0.4' } })
  expect(errorText('en', error, getErrorTexts())).toContain('http://10.0.0.4')
  expect(errorText('cn', error, getErrorTexts())).toContain('（http://10.0.0.4）')
  expect(clientErrorText('cn', 'client.unreadable', { status: 502 })).toContain('HTTP 502')
})

test('uses the server’s message for an error with an unknown code', () => {
  expect(errorText('en', new ApiError('task.of-tomorrow', { message: 'Tomorrow.' }), getErrorTexts())).toBe('Tomorrow.')
})

test('shows the server’s message of an error until the texts of errors are loaded', () => {
  const refused = new ApiError('account.locked', { message: 'In 5 Minuten.', params: { minutes: 5 } })
  expect(errorText('en', refused, undefined)).toBe('In 5 Minuten.')
  expect(errorText('en', refused, getErrorTexts())).toContain('in 5 minutes')
  expect(errorText('en', new ApiError('client.login-required'), undefined)).toBe('Log in to continue.')
  expect(errorText('en', new TypeError('of the console'), undefined)).toBe('')
})
