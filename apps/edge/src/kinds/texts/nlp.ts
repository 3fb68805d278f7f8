import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type Analysis, type ColumnType, type ErrorCode, fail, type ReadingReport } from '@tessera/contract'
import { type Duck, ident, literal, parquet } from '../../lib/duck.ts'
import { type ReadLabels, readLabels } from '../label-lists.ts'
import { balances, measure } from '../measure.ts'
import { countsOfIds, faultIn } from '../own-ids.ts'
import { type Reader, type Reading, ROW_ID, ROWS_FILE } from '../reader.ts'
import { type Place, Rejects } from '../rejects.ts'
import { StagedRows, stagedTable } from '../staging.ts'
import type { Fault } from '../table-rows.ts'
import { type RawText, rawTexts } from './files.ts'
import { DECLARED } from './offsets.ts'
import { isTelling, shapeOf, type TextShape } from './shape.ts'

/** Reads texts with labels, or tokens with tags. */
export const readNlp: Reader = async (source) => {
  const { duck, scratch, options } = source
  const rejects = new Rejects(options)
  const renamed: ReadingReport['renamed'] = []
  const notes: ReadingReport['notes'] = []
  const staged = await StagedRows.create(join(scratch, 'texts.csv'))
  try {
    const shape = await stage({ ...source, renamed, notes }, rejects, staged)
    await staged.end()
    const table = stagedTable(staged.path, [
      ['number', 'BIGINT'],
      [ROW_ID, 'VARCHAR'],
      ...shape.columns.map((name) => [name, 'VARCHAR'] as const),
      // The types of the entities that the tags mark, with one element per entity.
      ['kinds of entities', 'VARCHAR'],
    ])
    const file = join(source.target, ROWS_FILE)
    const labels = await readLabels(duck, table, shape.staged)
    notes.push(...(await write(duck, { table, columns: shape.columns, labels, file })))
    return {
      ...describe(shape, labels),
      rowCount: staged.count,
      sizeBytes: (await stat(file)).size,
      report: { rowsRead: staged.count + rejects.count, rejected: rejects.list, renamed, notes },
      analysis: await analyse(duck, { shape, labels, table, file }),
    }
  } finally {
    await staged.remove()
  }
}

/**
 * Writes all texts to a staging file. The first readable text whose labels are not empty determines the format of all
 * texts.
 */
async function stage(source: Parameters<typeof rawTexts>[0], rejects: Rejects, staged: StagedRows): Promise<TextShape> {
  let shape: TextShape | undefined
  for await (const { rows, telling } of withTelling(rawTexts(source))) {
    for (const row of rows) {
      if ('fault' in row) {
        rejects.add(row.fault.reason, codeOf(row.fault, row.place), row.place, row.fault.params)
        continue
      }
      shape ??= shapeOf(telling ?? row.fields, row.place)
      const read = shape.read(row.fields, row.counting ?? DECLARED)
      if ('fault' in read) rejects.add(read.fault.reason, codeOf(read.fault, row.place), row.place, read.fault.params)
      else await staged.add([staged.count + 1, read.id, ...read.cells, read.kinds])
    }
  }
  if (!shape || staged.count === 0) fail('dataset.rows-none')
  return shape
}

/**
 * Maximum number of batches that are buffered until a text determines the format. A batch contains about as much as one
 * read of the file.
 */
const MAX_WAITED = 16

/**
 * Yields the buffered first batches together with the text that determines the format, and then each batch as it is
 * read.
 */
async function* withTelling(batches: AsyncIterable<RawText[]>) {
  let waiting: RawText[] | null = []
  let waited = 0
  for await (const rows of batches) {
    if (!waiting) {
      yield { rows, telling: undefined }
      continue
    }
    waiting = waiting.concat(rows)
    waited += 1
    const found = rows.find((row) => 'fields' in row && isTelling(row.fields))
    if (!found && waited < MAX_WAITED) continue
    yield { rows: waiting, telling: found && 'fields' in found ? found.fields : undefined }
    waiting = null
  }
  if (waiting) yield { rows: waiting, telling: undefined }
}

function describe(
  { columns, labelColumns }: TextShape,
  labels: Map<string, ReadLabels>,
): Pick<Reading, 'columns' | 'columnTypes' | 'labelColumns'> {
  return {
    columns,
    columnTypes: Object.fromEntries(
      columns.map((name): [string, ColumnType] => [name, labels.get(name)?.type ?? 'text']),
    ),
    labelColumns,
  }
}

const WHOLE = '0|[1-9][0-9]{0,17}'

/** Writes the texts. The file's own ids are used if each text has a unique one; otherwise the texts are numbered. */
async function write(
  duck: Duck,
  { table, columns, labels, file }: { table: string; columns: string[]; labels: Map<string, ReadLabels>; file: string },
): Promise<ReadingReport['notes']> {
  const facts = await duck.row(
    `SELECT ${countsOfIds(ROW_ID)}, bool_and(regexp_full_match(${ROW_ID}, ${literal(WHOLE)})) AS whole FROM ${table}`,
  )
  const fault = faultIn(facts)
  const id = fault ? 'number' : `CAST(${ROW_ID} AS ${facts.whole ? 'BIGINT' : 'VARCHAR'})`
  const cells = columns.map((name) => `${labels.get(name)?.sql ?? ident(name)} AS ${ident(name)}`)
  await duck.run(
    `COPY (SELECT ${id} AS ${ROW_ID}, ${cells.join(', ')} FROM ${table})
     TO ${literal(file)} (FORMAT parquet, COMPRESSION zstd)`,
  )
  return fault && facts.present ? [{ name: 'ids', value: `${fault}-left-out` }] : []
}

async function analyse(
  duck: Duck,
  { shape, labels, table, file }: { shape: TextShape; labels: Map<string, ReadLabels>; table: string; file: string },
): Promise<Analysis> {
  const counted = (value: string, from: string) => `SELECT ${value} AS value, count(*) AS total FROM ${from} GROUP BY 1`
  if (!shape.isTagged) {
    const rows = parquet(file)
    return {
      classes: await balances(duck, rows, shape.labelColumns, labels),
      distributions: await measure(duck, 'text-length', counted('length(text)', rows)),
    }
  }
  const kinds = ident('kinds of entities')
  const entities = `(SELECT unnest(from_json(${kinds}, '["VARCHAR"]')) AS tags FROM ${table})`
  return {
    classes: await balances(duck, entities, ['tags']),
    distributions: [
      ...(await measure(duck, 'tokens', counted('json_array_length(tokens)', parquet(file)))),
      ...(await measure(duck, 'entities', counted(`json_array_length(${kinds})`, table))),
    ],
  }
}

/** Error codes for files that contain one text each and so have no line numbers. */
const OF_FILES: Partial<Record<ErrorCode, ErrorCode>> = {
  'dataset.no-text': 'dataset.text-empty',
  'dataset.row-long': 'dataset.text-long',
}
const codeOf = ({ code }: Fault, { line }: Place): ErrorCode => (line === null ? OF_FILES[code] : undefined) ?? code
