import { rename, rm } from 'node:fs/promises'
import type { ReadingReport, TableRow } from '@tessera/contract'
import { type Duck, ident, literal, parquet } from '../../../lib/duck.ts'
import { rowGroups } from '../../../lib/row-groups.ts'
import { freeName } from './column-names.ts'
import { isRowId, type StagedCsv } from './csv-stage.ts'
import { writeRows } from './csv-write.ts'
import { type Decided, decideShapes } from './decide-shapes.ts'
import { ROW_ID } from './reader.ts'

/** What `faultIn` asks of some values, in SQL. */
export const countsOfIds = (id: string) =>
  `count(*) AS total, count(${id}) AS present, count(DISTINCT ${id}) AS different`

/** Why some values cannot name rows: a patient's number stands in a row for each visit. */
export function faultIn({ total, present, different }: TableRow): 'repeated' | 'missing' | null {
  if (different !== present) return 'repeated'
  return present === total ? null : 'missing'
}

export const faultOfIds = async (duck: Duck, source: string, id: string) =>
  faultIn(await duck.row(`SELECT ${countsOfIds(id)} FROM ${source}`))

/** What a file's own ids are called as a column like any other, beside the numbers that rows are given in their place. */
export function ordinaryName(names: string[], position: number): string {
  const all = new Set(names.map((name) => name.toLowerCase()))
  return freeName(names[position - 1] ?? ROW_ID, position, (name) => all.has(name))
}

type Written = { names: string[]; decided: Decided[]; report: ReadingReport }

/** Writes staged rows as Parquet. Their own ids name them where each has one that no other has, else they are numbered. */
export async function writeNamed(duck: Duck, staged: StagedCsv, file: string): Promise<Written> {
  const { names, report } = staged
  if (staged.isNumbered) return { names, decided: await writeRows(duck, staged, file), report }
  const own = `${file}.own`
  try {
    const decided = await writeRows(duck, staged, own)
    const fault = await faultOfIds(duck, parquet(own), ROW_ID)
    if (fault) return await number(duck, { names, decided, report }, { staged, own, file, fault })
    await rename(own, file)
    return { names, decided, report }
  } finally {
    await rm(own, { force: true })
  }
}

async function number(
  duck: Duck,
  { names, decided, report }: Written,
  { staged, own, file, fault }: { staged: StagedCsv; own: string; file: string; fault: string },
): Promise<Written> {
  const index = names.findIndex(isRowId)
  const from = names[index] as string
  const to = ordinaryName(names, index + 1)
  const kept = decided[index]?.shape.type === 'integer' ? null : await shapeOfTexts(duck, own, staged.delimiter)
  const value = kept ? kept.shape.value(ROW_ID) : ROW_ID
  const cells = names.map((name, at) => (at === index ? `${value} AS ${ident(to)}` : ident(name)))
  await duck.run(
    `COPY (SELECT file_row_number + 1 AS ${ROW_ID}, ${cells.join(', ')}
     FROM read_parquet(${literal(own)}, file_row_number = true))
     TO ${literal(file)} (FORMAT parquet, COMPRESSION zstd, ${rowGroups(names.length)})`,
  )
  return {
    names: names.with(index, to),
    decided: kept ? decided.with(index, kept) : decided,
    report: {
      ...report,
      renamed: [...report.renamed, { position: index + 1, from, to }],
      notes: [...report.notes, { name: 'ids', value: fault }],
    },
  }
}

/** Ids are written as texts whatever the first of them are, so all have to be asked. */
async function shapeOfTexts(duck: Duck, file: string, delimiter: string): Promise<Decided | null> {
  const [decided] = await decideShapes(duck, { source: parquet(file), names: [ROW_ID], delimiter })
  return decided ?? null
}
