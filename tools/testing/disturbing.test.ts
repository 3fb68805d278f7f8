import type { Run } from '@tessera/contract'
import { expect, test } from 'vitest'
import type { Client } from '../client.ts'
import { disturb, type Fault } from './disturbing.ts'

/** Simulates a run that names the party from the third poll until the fault ends, and then completes. */
function disturbedRun() {
  let looks = 0
  let isOn = false
  let wasOn = false
  const run = () => {
    looks += 1
    const phase = wasOn && !isOn ? 'completed' : 'running'
    return { phase, waitingFor: isOn && looks > 2 ? ['1002'] : [], failure: null } as unknown as Run
  }
  const client = { call: async () => ({ run: run(), events: [] }) } as unknown as Client
  const begin = () => {
    isOn = true
    wasOn = true
  }
  const end = () => {
    isOn = false
  }
  return { client, begin, end }
}

const disturbed = (fault: Partial<Fault>) => {
  const { client, begin, end } = disturbedRun()
  return disturb(client, 'a task', { begin, end, seconds: 600, partyId: '1002', ...fault })
}

test('ends a fault once its cause is reported, long before its limit', async () => {
  const { run, isReportedInTime, innocent, seconds } = await disturbed({ endsOnceReported: true })
  expect([run?.phase, isReportedInTime, innocent]).toEqual(['completed', true, []])
  expect(seconds).toBeLessThan(300)
})

test('keeps a fault of fixed length for that long, although the run named the party earlier', async () => {
  const { isReportedInTime, seconds } = await disturbed({ seconds: 1 })
  expect(isReportedInTime).toBe(true)
  expect(seconds).toBeGreaterThanOrEqual(1)
})
