import { expect, test } from 'vitest'
import { splitCells } from './cells.ts'

test.each([
  ['a,b,c', ',', ['a', 'b', 'c']],
  ['a; b ;', ';', ['a', ' b ', '']],
  ['', ',', ['']],
  ['"a,b",c', ',', ['a,b', 'c']],
  ['"say ""no""",""', ',', ['say "no"', '']],
  ['5" pipe\t6"', '\t', ['5" pipe', '6"']],
  ['id,5" size,weight', ',', ['id', '5" size', 'weight']],
  ['a, "b,c" ,d', ',', ['a', ' b,c ', 'd']],
  ['"two\nlines"|x', '|', ['two\nlines', 'x']],
])('splits the row %j at the delimiter %j', (row, delimiter, cells) => {
  expect(splitCells(row, delimiter)).toEqual(cells)
})
