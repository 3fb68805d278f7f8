import type { InputColumn } from '@tessera/contract'
import { describe, expect, test } from 'vitest'
import { exampleRow, toTableRow, unreadableColumns } from './input-rows.ts'
import { parsePasted } from './paste-csv.ts'

const inputs: InputColumn[] = [
  { name: 'c0', column: 'age', kind: 'number', example: 54.123456789 },
  { name: 'c1', column: 'sex', kind: 'category', categories: ['f', 'm'] },
  { name: 'c2', column: 'chol', kind: 'number' },
]

describe('a row', () => {
  test('fills the form with the model’s example, the first category, or an empty value', () => {
    expect(exampleRow(inputs)).toEqual({ age: '54.1235', sex: 'f', chol: '' })
  })

  test('converts the text of numeric inputs to numbers, and empty text to null', {
    meta: { spec: 'validation.inference-numeric-input' },
  }, () => {
    expect(toTableRow(inputs, { age: ' 60 ', sex: 'm', chol: '' })).toEqual({ age: 60, sex: 'm', chol: null })
  })

  test('keeps the value of a category a text even if it looks like a number', () => {
    expect(toTableRow(inputs, { age: '1', sex: '0', chol: '2' })).toEqual({ age: 1, sex: '0', chol: 2 })
  })

  test('returns the columns whose typed values are not numbers', () => {
    expect(unreadableColumns(inputs, [{ age: 'old', sex: 'm', chol: '' }])).toEqual(['age'])
  })
})

describe('pasted rows', () => {
  test.each([
    ['commas', '60,m,240'],
    ['semicolons', '60;m;240'],
    ['tabs', '60\tm\t240'],
    ['a header in another order with a column more', 'chol,other,sex,age\n240,x,m,60'],
    ['quotes', '60,"m","240"'],
  ])('accepts pasted rows with %s', (_how, text) => {
    expect(parsePasted(text, inputs)).toEqual({ rows: [{ age: '60', sex: 'm', chol: '240' }] })
  })

  test('reads each pasted line as a row', () => {
    const pasted = parsePasted('1,m,2\r\n3,f,4\n', inputs)
    expect('rows' in pasted && pasted.rows.map((row) => row.age)).toEqual(['1', '3'])
  })

  test.each([
    ['nothing', '  \n', { key: 'paste.empty' }],
    ['only a header', 'age,sex,chol', { key: 'paste.empty' }],
    ['a header that lacks columns', 'age,sex\n1,m', { key: 'paste.header', params: { columns: 'chol' } }],
    ['too few values', '1,m,2\n3,f', { key: 'paste.width', params: { line: 2, found: 2, expected: 3 } }],
    [
      'a ragged line under a header',
      'age,sex,chol\n1,m,2\n3,f',
      { key: 'paste.width', params: { line: 3, found: 2, expected: 3 } },
    ],
    ['too many rows', 'x\n'.repeat(101).replaceAll('x', '1,m,2'), { key: 'paste.tooMany', params: { limit: 100 } }],
  ])('explains why it refuses pasted text: %s', (_what, text, problem) => {
    expect(parsePasted(text, inputs)).toEqual({ problem })
  })
})
