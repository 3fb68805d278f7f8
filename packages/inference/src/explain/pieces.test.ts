import type { Prediction } from '@tessera/contract'
import { expect, test } from 'vitest'
import { sumOf } from './exact.ts'
import { explainPieces, piecesOf, withoutEach } from './pieces.ts'

const input = { kind: 'texts', name: 'c0', column: 'text', longest: 2000 } as const
const output = { kind: 'classes' as const, label: 'predicted', classes: ['bad', 'good'] }
const predicted = (good: number): Prediction => ({
  kind: 'classes',
  data: {},
  result: 'good',
  probabilities: { bad: 1 - good, good },
})

test('splits a text into words with the spaces that follow them, and into single Chinese or Japanese characters', () => {
  expect(piecesOf(input, { text: ' Very  clean，房间 ok' })).toEqual(['Very  ', 'clean，', '房', '间 ', 'ok'])
})

test('joins pieces of a long text without losing text', () => {
  const text = '好'.repeat(450)
  const pieces = piecesOf(input, { text })
  expect(pieces).toHaveLength(150)
  expect(pieces.join('')).toBe(text)
})

test('leaves out text that the model does not read, and returns no pieces for an empty text', () => {
  expect(piecesOf({ ...input, longest: 3 }, { text: 'a bcd' }).join('')).toBe('a b')
  expect(piecesOf(input, { text: '  ' })).toEqual([])
})

test('reports the effect of a piece as the change of the prediction when the piece is left out', () => {
  expect(withoutEach(input, ['a ', 'b'])).toEqual([{ text: 'b' }, { text: 'a ' }])
  const answer = predicted(0.8)
  const found = explainPieces(
    ['a ', 'b'],
    answer,
    [predicted(0.5), predicted(0.9)],
    sumOf(answer, output, false) ?? expect.fail(),
  )
  expect(found).toMatchObject({ method: 'left-out', unit: 'log-odds', class: 'good', against: 'bad' })
  expect(found.pieces?.[0]?.effect).toBeCloseTo(Math.log(4), 12)
  expect(found.pieces?.[1]?.effect).toBeCloseTo(Math.log(4) - Math.log(9), 12)
})
