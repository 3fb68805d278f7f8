import { expect, test } from 'vitest'
import { FairQueue } from './fair-queue.ts'

/** Returns a queue whose jobs end when the test requests it, and a record of the jobs that have begun. */
function workshop(options: { atOnce?: number; mostWaiting?: number; mostWaitingOfOne?: number }) {
  const queue = new FairQueue({ atOnce: 1, mostWaiting: 100, mostWaitingOfOne: 100, ...options })
  const began: string[] = []
  const ends: (() => void)[] = []
  const ask = (who: string) =>
    queue.run(who, () => {
      began.push(who)
      return new Promise<void>((resolve) => ends.push(resolve))
    })
  const endOne = async () => {
    ends.shift()?.()
    await new Promise(setImmediate)
  }
  return { queue, began, ask, endOne }
}

test('runs at most as many jobs at once as configured', async () => {
  const { began, ask, endOne } = workshop({ atOnce: 2 })
  const all = ['a', 'b', 'c', 'd'].map(ask)
  await new Promise(setImmediate)
  expect(began).toEqual(['a', 'b'])
  await endOne()
  expect(began).toEqual(['a', 'b', 'c'])
  for (let i = 0; i < 3; i++) await endOne()
  await Promise.all(all)
  expect(began).toHaveLength(4)
})

test('does not delay other requesters because of one requester with many jobs', async () => {
  const { began, ask, endOne } = workshop({})
  const all = ['flood', 'flood', 'flood', 'flood', 'one', 'other'].map(ask)
  for (let i = 0; i < 6; i++) await endOne()
  await Promise.all(all)
  expect(began).toEqual(['flood', 'flood', 'one', 'other', 'flood', 'flood'])
})

test('refuses work above its limits at once, and accepts work again when there is capacity', async () => {
  const { began, ask, endOne } = workshop({ mostWaiting: 3, mostWaitingOfOne: 2 })
  const refused = { code: 'request.too-many' }
  const first = [ask('a'), ask('a'), ask('a')]
  await expect(ask('a')).rejects.toMatchObject(refused)
  const second = ask('b')
  await expect(ask('c')).rejects.toMatchObject(refused)
  await endOne()
  const third = ask('c')
  for (let i = 0; i < 5; i++) await endOne()
  await Promise.all([...first, second, third])
  expect(began).toEqual(['a', 'a', 'b', 'a', 'c'])
})

test('continues with the next job after a job fails', async () => {
  const queue = new FairQueue({ atOnce: 1, mostWaiting: 9, mostWaitingOfOne: 9 })
  const failed = queue.run('a', () => Promise.reject(new Error('no')))
  const next = queue.run('a', () => Promise.resolve('done'))
  await expect(failed).rejects.toThrow('no')
  expect(await next).toBe('done')
})
