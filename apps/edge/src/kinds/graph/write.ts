import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Analysis } from '@tessera/contract'
import { type Duck, ident, literal, parquet } from '../../lib/duck.ts'
import { rowGroups } from '../../lib/row-groups.ts'
import { balances, measure } from '../measure.ts'
import { EDGES_FILE, type Reading, ROW_ID, ROWS_FILE, type Source } from '../reader.ts'
import { MAX_EXAMPLES, type Rejects } from '../rejects.ts'
import { stagedTable } from '../staging.ts'
import type { GraphStage } from './stage.ts'

/** Maximum number of characters of an id that an error message shows. */
const SHOWN_CHARACTERS = 40

/**
 * Columns for the place where a row was found in its file. Their names begin with a space, so they never equal a user's
 * column.
 */
const PLACE = [
  [' number', 'BIGINT'],
  [' file', 'VARCHAR'],
  [' line', 'BIGINT'],
] as const

/** Writes the files of nodes and edges without the inconsistent nodes and edges. */
export async function writeGraph(
  { duck, scratch, target }: Source,
  { stage, rejects }: { stage: GraphStage; rejects: Rejects },
): Promise<Pick<Reading, 'rowCount' | 'sizeBytes' | 'analysis'>> {
  const [rows, edges] = [join(target, ROWS_FILE), join(target, EDGES_FILE)]
  await writeNodes(duck, { stage, rejects, staged: join(scratch, 'nodes.parquet'), file: rows })
  await writeEdges(duck, { stage, rejects, staged: join(scratch, 'edges.parquet'), rows, file: edges })
  const { total } = await duck.row(`SELECT count(*) AS total FROM ${parquet(rows)}`)
  return {
    rowCount: Number(total),
    sizeBytes: (await stat(rows)).size + (await stat(edges)).size,
    analysis: await analyse(duck, { rows: parquet(rows), edges: parquet(edges), stage }),
  }
}

type Writing = { stage: GraphStage; rejects: Rejects; staged: string; file: string }

async function writeNodes(duck: Duck, { stage, rejects, staged, file }: Writing) {
  const { labels = [], features = [] } = stage.columns ?? {}
  const table = stagedTable(stage.nodes.path, [
    ...PLACE,
    [ROW_ID, 'VARCHAR'],
    ['graph', 'VARCHAR'],
    ...labels.map((name) => [name, 'VARCHAR'] as const),
    ...features.map((name) => [name, 'DOUBLE'] as const),
  ])
  const groups = rowGroups(labels.length + features.length)
  await duck.run(`COPY (SELECT * FROM ${table}) TO ${literal(staged)} (FORMAT parquet, ${groups})`)
  const nodes = parquet(staged)
  const first = `(SELECT min(" number") FROM ${nodes} GROUP BY ${ROW_ID})`
  const { repeated } = await duck.row(`SELECT count(*) - count(DISTINCT ${ROW_ID}) AS repeated FROM ${nodes}`)
  const which = `" number" NOT IN ${first}`
  await reject(duck, rejects, { count: Number(repeated), from: nodes, which, id: ROW_ID, reason: 'node-repeated' })
  const whole = new Set(stage.integers)
  const cells = [
    ROW_ID,
    ...(stage.hasGraphs ? ['graph'] : []),
    ...features.map((name) => (whole.has(name) ? `CAST(${ident(name)} AS BIGINT) AS ${ident(name)}` : ident(name))),
    ...labels.map(ident),
  ]
  const filter = repeated ? `WHERE " number" IN ${first}` : ''
  await duck.run(
    `COPY (SELECT ${cells.join(', ')} FROM ${nodes} ${filter}) TO ${literal(file)} (FORMAT parquet, COMPRESSION zstd, ${groups})`,
  )
}

async function writeEdges(duck: Duck, { stage, rejects, staged, rows, file }: Writing & { rows: string }) {
  const columns = { source: 'VARCHAR', target: 'VARCHAR', graph: 'VARCHAR', weight: 'DOUBLE' }
  const table = stagedTable(stage.edges.path, [...PLACE, ...Object.entries(columns)])
  const known = `(SELECT ${ROW_ID} FROM ${parquet(rows)})`
  await duck.run(
    `COPY (SELECT *, source IN ${known} AND target IN ${known} AS " known" FROM ${table}) TO ${literal(staged)} (FORMAT parquet)`,
  )
  const edges = parquet(staged)
  const { unknown } = await duck.row(`SELECT count(*) FILTER (WHERE NOT " known") AS unknown FROM ${edges}`)
  const id = `CASE WHEN source IN ${known} THEN target ELSE source END`
  await reject(duck, rejects, {
    count: Number(unknown),
    from: edges,
    which: 'NOT " known"',
    id,
    reason: 'node-unknown',
  })
  const cells = ['source', 'target', ...(stage.hasGraphs ? ['graph'] : []), ...(stage.hasWeights ? ['weight'] : [])]
  await duck.run(
    `COPY (SELECT ${cells.join(', ')} FROM ${edges} WHERE " known") TO ${literal(file)} (FORMAT parquet, COMPRESSION zstd)`,
  )
}

async function reject(
  duck: Duck,
  rejects: Rejects,
  of: { count: number; from: string; which: string; id: string; reason: 'node-repeated' | 'node-unknown' },
) {
  if (of.count === 0) return
  const places = await duck.rows(
    `SELECT " file" AS file, " line" AS line, ${of.id} AS id FROM ${of.from} WHERE ${of.which} ORDER BY " number" LIMIT ${MAX_EXAMPLES}`,
  )
  const found = {
    count: of.count,
    places: places.map(({ file, line }) => ({ file: String(file), line: Number(line) })),
  }
  rejects.addMany(of.reason, `dataset.${of.reason}`, found, { id: String(places[0]?.id).slice(0, SHOWN_CHARACTERS) })
}

async function analyse(
  duck: Duck,
  { rows, edges, stage }: { rows: string; edges: string; stage: GraphStage },
): Promise<Analysis> {
  const ends = `SELECT source AS ${ROW_ID} FROM ${edges} UNION ALL SELECT target FROM ${edges}`
  const spread = (counts: string) => `SELECT value, count(*) AS total FROM (${counts}) GROUP BY 1`
  const perNode = `SELECT count(e.${ROW_ID}) AS value FROM ${rows} n LEFT JOIN (${ends}) e USING (${ROW_ID}) GROUP BY n.${ROW_ID}`
  const graphs = `(SELECT DISTINCT graph FROM ${rows})`
  const edgesPerGraph = `SELECT count(e.source) AS value FROM ${graphs} g LEFT JOIN ${edges} e USING (graph) GROUP BY g.graph`
  return {
    classes: await balances(duck, rows, stage.columns?.labels ?? []),
    distributions: [
      ...(await measure(duck, 'degree', spread(perNode))),
      ...(stage.hasGraphs
        ? [
            ...(await measure(duck, 'graph-nodes', spread(`SELECT count(*) AS value FROM ${rows} GROUP BY graph`))),
            ...(await measure(duck, 'graph-edges', spread(edgesPerGraph))),
          ]
        : []),
    ],
  }
}
