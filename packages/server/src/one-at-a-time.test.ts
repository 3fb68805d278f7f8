import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { oneAtATime } from './one-at-a-time.ts'

test('starts the next work after the previous work has succeeded or failed', async () => {
  const alone = oneAtATime()
  const seen: string[] = []
  const work = (name: string) => async () => {
    seen.push(`${name} begins`)
    // If two calls could overlap, the second would begin here.
    for (let turns = 0; turns < 3; turns += 1) await turn()
    seen.push(`${name} ends`)
    if (name === 'a') throw new Error(name)
    return name
  }
  const all = await Promise.allSettled([alone(work('a')), alone(work('b')), alone(work('c'))])
  expect(all.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled'])
  expect(seen).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends'])
})
