import { describe, expect, test } from 'vitest'
import { isFleetCall } from './front-door.ts'

describe('filtering requests at the front door', () => {
  test.each(['/v1/fleet/pull-messages', '/v1/fleet/get-run', '/v1/fleet/send-node-heartbeat'])(
    'forwards the request %s of a SuperNode to the SuperLink',
    (url) => {
      expect(isFleetCall('POST', url)).toBe(true)
    },
  )

  test.each([
    ['POST', '/v1/control/start-run'],
    ['POST', '/v1/runtime/acquire-task'],
    ['POST', '/v1/fleet/../control/start-run'],
    ['POST', '/v1/fleet/%2e%2e/control/start-run'],
    ['POST', '/v1/fleet/..%2fcontrol/start-run'],
    ['POST', '/v1/fleet/get-run/../../control/start-run'],
    ['POST', '//v1/fleet/get-run'],
    ['POST', '/v1/fleet//get-run'],
    ['POST', '/V1/fleet/get-run'],
    ['POST', '/v1/fleet/get-run?x=1'],
    ['POST', '/v1/fleet/get-run#x'],
    ['POST', '/v1/fleet/get-run\n'],
    ['POST', 'http://127.0.0.1/v1/fleet/get-run'],
    ['POST', '/v1\\fleet\\get-run'],
    ['POST', '/v1/fleet/'],
    ['GET', '/v1/fleet/get-run'],
    ['POST', '/openapi.json'],
    [undefined, undefined],
  ])('refuses the request %s %s at the front door', (method, url) => {
    expect(isFleetCall(method, url)).toBe(false)
  })
})
