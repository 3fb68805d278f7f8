import { expect, test } from 'vitest'
import { fairQueue } from './fair-queue.ts'

test('runs one task per owner and a limited number in total, so that owners do not delay each other', async () => {
  const enqueue = fairQueue(2)
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const work = (owner: string, name: string) =>
    enqueue(owner, () => {
      begun.push(name)
      return new Promise<string>((resolve) => ends.set(name, () => resolve(name)))
    })
  const settle = () => new Promise(setImmediate)
  const all = [work('alice', 'a1'), work('alice', 'a2'), work('bob', 'b1'), work('carol', 'c1')]
  expect(begun).toEqual(['a1', 'b1'])
  ends.get('b1')?.()
  await settle()
  expect(begun).toEqual(['a1', 'b1', 'c1'])
  ends.get('a1')?.()
  await settle()
  expect(begun).toEqual(['a1', 'b1', 'c1', 'a2'])
  for (const end of ends.values()) end()
  expect(await Promise.all(all)).toEqual(['a1', 'a2', 'b1', 'c1'])
  await expect(enqueue('alice', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  expect(await enqueue('alice', async () => 'next')).toBe('next')
})
