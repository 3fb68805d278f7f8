import { type Cell, CsvLines, type SurvivalCurves } from '@tessera/contract'
import type { Translate } from '../../lib/i18n.ts'
import { groupsOf, type NamedCurve } from './CurvesResult.tsx'
import type { runPhrases } from './phrases.ts'

type Say = Translate<keyof typeof runPhrases.en>

/** Byte order mark, by which spreadsheets recognise UTF-8. */
const UTF8 = '\ufeff'
const HEADS = ['column', 'group', 'time', 'survival', 'low', 'high', 'error', 'atRisk'] as const

/** Returns survival curves as CSV, one line per point. */
export function curvesCsv(curves: SurvivalCurves, t: Say): string {
  const csv = new CsvLines()
  const heads = HEADS.map((name) => t(`curves.csv.${name}`))
  const all = linesOf('', [{ ...curves.all, name: t('curves.all') }])
  const groups = curves.columns.flatMap((column) => linesOf(column.name, groupsOf(column, t)))
  return UTF8 + [heads, ...all, ...groups].map((line) => csv.line(line)).join('')
}

const linesOf = (column: string, groups: NamedCurve[]): Cell[][] =>
  groups.flatMap(({ name, points }) =>
    points.map((point) => [
      ...[column, name, point.time, point.survival, point.low, point.high],
      ...[point.error, point.atRisk ?? ''],
    ]),
  )
