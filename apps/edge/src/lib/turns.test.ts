import { expect, test } from 'vitest'
import { turns } from './turns.ts'

test('runs one task per owner and a few in total, so that one owner does not delay another', async () => {
  const inTurn = turns(2)
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const work = (owner: string, name: string) =>
    inTurn(owner, () => {
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
  await expect(inTurn('alice', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  expect(await inTurn('alice', async () => 'next')).toBe('next')
})
