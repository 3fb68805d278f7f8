import { expect, test } from 'vitest'
import { SharedReads } from './shared-reads.ts'

/** Returns reads that are numbered and that end when the test requests it. */
function reader() {
  const ends: (() => void)[] = []
  const read = () => {
    const number = ends.length + 1
    return new Promise<number>((resolve) => ends.push(() => resolve(number)))
  }
  return { read, ends }
}
const turn = () => new Promise((resolve) => setImmediate(resolve))

test('lets all requests that arrive during a read share one further read', async () => {
  const reads = new SharedReads<number>()
  const { read, ends } = reader()
  const first = reads.of('a', read)
  const others = [reads.of('a', read), reads.of('a', read), reads.of('a', read)]
  await turn()
  expect(ends).toHaveLength(1)
  ends[0]?.()
  expect(await first).toBe(1)
  await turn()
  const late = reads.of('a', read)
  expect(ends).toHaveLength(2)
  ends[1]?.()
  expect(await Promise.all(others)).toEqual([2, 2, 2])
  await turn()
  ends[2]?.()
  expect(await late).toBe(3)
})

test('reads different keys separately, and caches no results', async () => {
  const reads = new SharedReads<number>()
  const { read, ends } = reader()
  const both = [reads.of('a', read), reads.of('b', read)]
  expect(ends).toHaveLength(2)
  for (const end of ends) end()
  expect(await Promise.all(both)).toEqual([1, 2])
  void reads.of('a', read)
  expect(ends).toHaveLength(3)
})

test('fails only the requests that share a failed read', async () => {
  const reads = new SharedReads<string>()
  const failed = reads.of('a', () => Promise.reject(new Error('gone')))
  const next = reads.of('a', () => Promise.resolve('here'))
  await expect(failed).rejects.toThrow('gone')
  expect(await next).toBe('here')
})
