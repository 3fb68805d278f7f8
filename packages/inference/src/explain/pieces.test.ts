import type { Prediction } from '@tessera/contract'
import { expect, test } from 'vitest'
import { sumOf } from './exact.ts'
import { explainPieces, piecesOf, withoutEach } from './pieces.ts'

const input = { kind: 'texts', name: 'c0', column: 'text', longest: 2000 } as const
const output = { kind: 'classes' as const, label: 'said', classes: ['bad', 'good'] }
const said = (good: number): Prediction => ({
  ...{ kind: 'classes', data: {}, result: 'good' },
  probabilities: { bad: 1 - good, good },
})

test('words with the blanks behind them, and each Chinese or Japanese character', () => {
  expect(piecesOf(input, { text: ' Very  clean，房间 ok' })).toEqual(['Very  ', 'clean，', '房', '间 ', 'ok'])
})

test('of a long text several stand together, and nothing of it is lost', () => {
  const text = '好'.repeat(450)
  const pieces = piecesOf(input, { text })
  expect(pieces).toHaveLength(150)
  expect(pieces.join('')).toBe(text)
})

test('what is not read is no piece; nothing has none', () => {
  expect(piecesOf({ ...input, longest: 3 }, { text: 'a bcd' }).join('')).toBe('a b')
  expect(piecesOf(input, { text: '  ' })).toEqual([])
})

test('a piece moved the answer by what is missing without it', () => {
  expect(withoutEach(input, ['a ', 'b'])).toEqual([{ text: 'b' }, { text: 'a ' }])
  const answer = said(0.8)
  const found = explainPieces(
    ['a ', 'b'],
    answer,
    [said(0.5), said(0.9)],
    sumOf(answer, output, false) ?? expect.fail(),
  )
  expect(found).toMatchObject({ method: 'left-out', unit: 'log-odds', class: 'good', against: 'bad' })
  expect(found.pieces?.[0]?.effect).toBeCloseTo(Math.log(4), 12)
  expect(found.pieces?.[1]?.effect).toBeCloseTo(Math.log(4) - Math.log(9), 12)
})
