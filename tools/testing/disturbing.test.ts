import type { Run } from '@tessera/contract'
import { expect, test } from 'vitest'
import type { Client } from '../client.ts'
import { disturb, type Fault } from './disturbing.ts'

/** A run that names the party from the third look on, as long as the fault lasts, and then ends. */
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

test('a fault whose cause is to be reported ends once it is, long before its limit', async () => {
  const { run, isSaidInTime, innocent, seconds } = await disturbed({ endsOnceSaid: true })
  expect([run?.phase, isSaidInTime, innocent]).toEqual(['completed', true, []])
  expect(seconds).toBeLessThan(300)
})

test('a fault with a given length lasts that long, although its party was named before', async () => {
  const { isSaidInTime, seconds } = await disturbed({ seconds: 1 })
  expect(isSaidInTime).toBe(true)
  expect(seconds).toBeGreaterThanOrEqual(1)
})
