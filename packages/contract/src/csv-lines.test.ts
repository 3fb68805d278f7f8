import { expect, test } from 'vitest'
import { CsvLines } from './csv-lines.ts'

test('keeps different texts different, and detects formulas after line breaks', () => {
  const csv = new CsvLines()
  const line = csv.line(['=x', "'=x", "''=x", "'x", '\n=1', '-1.5', -1.5])
  expect(line).toBe(`'=x,''=x,'''=x,'x,"'\n=1",-1.5,-1.5\r\n`)
  expect(csv.harmless).toBe(4)
})
