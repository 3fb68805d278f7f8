import { type VitestUtils, vi } from 'vitest'
import { LIMITS } from './limits.ts'

// Vitest has no setting for these two, which wait for one second by default. A test must not fail because the machine
// is busy.
const { waitFor, waitUntil } = vi
const patient = <Wait extends VitestUtils['waitFor'] | VitestUtils['waitUntil']>(wait: Wait) =>
  ((ask: never, options: { timeout?: number } | number = {}) =>
    wait(ask, typeof options === 'number' ? options : { timeout: LIMITS.wait, ...options })) as unknown as Wait
Object.assign(vi, { waitFor: patient(waitFor), waitUntil: patient(waitUntil) })
