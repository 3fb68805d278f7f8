import { type VitestUtils, vi } from 'vitest'
import { LIMITS } from './limits.ts'

// Scales the default limits of `vi.waitFor` and `vi.waitUntil`, one second each, because Vitest has no setting for
// them. A test must not fail because the machine is busy.
const { waitFor, waitUntil } = vi
const patient = <Wait extends VitestUtils['waitFor'] | VitestUtils['waitUntil']>(wait: Wait) =>
  ((ask: never, options: { timeout?: number } | number = {}) =>
    wait(ask, typeof options === 'number' ? options : { timeout: LIMITS.wait, ...options })) as unknown as Wait
Object.assign(vi, { waitFor: patient(waitFor), waitUntil: patient(waitUntil) })
