import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { dataKindOf, fail, type GraphSample } from '@tessera/contract'
import { EDGES_FILE, ROW_ID } from '../../kinds/index.ts'
import { type Duck, ident, literal, parquet } from '../../lib/duck.ts'
import type { Rows } from './readable.ts'

const MAX_NODES = 200
/**
 * Maximum number of edges that are read in all steps together. Each step reads all edges, so a large graph is shown as
 * a smaller sample instead of after a long wait.
 */
const EDGES_TO_READ = 20_000_000
const MIN_STEPS = 10

/**
 * Returns a connected part of a graph for drawing, found by breadth-first search from the node with the most edges.
 * `label` selects the class that is shown for each node.
 */
export async function sampleGraph(
  duck: Duck,
  dataset: Rows,
  label: string | undefined = dataset.labelColumns[0],
): Promise<GraphSample> {
  const file = join(dirname(dataset.file), EDGES_FILE)
  if (!dataKindOf(dataset.contentType).hasLinks) fail('dataset.not-graph')
  if (!existsSync(file)) fail('dataset.not-found')
  const [rows, edges] = [parquet(dataset.file), parquet(file)]
  const { total } = await duck.row(`SELECT count(*) AS total FROM ${edges}`)
  const steps = Math.max(MIN_STEPS, Math.floor(EDGES_TO_READ / Math.max(1, Number(total))))
  const found = await spread(duck, { file, start: await startOf(duck, rows, edges), steps })
  return {
    nodes: await nodesOf(duck, { rows, edges, found, label }),
    edges: await edgesOf(duck, { file, found }),
    nodeCount: dataset.rowCount,
    edgeCount: Number(total),
    graphCount: await countGraphs(duck, dataset.file),
  }
}

async function startOf(duck: Duck, rows: string, edges: string): Promise<string> {
  const [most] = await duck.rows(
    `SELECT id FROM (SELECT source AS id FROM ${edges} UNION ALL SELECT target FROM ${edges})
     GROUP BY id ORDER BY count(*) DESC, id LIMIT 1`,
  )
  const start = most ?? (await duck.row(`SELECT ${ROW_ID} FROM ${rows} LIMIT 1`))
  return String(start.id)
}

async function spread(duck: Duck, { file, start, steps }: { file: string; start: string; steps: number }) {
  const found = new Set([start])
  let edge = [start]
  for (let step = 0; step < steps && edge.length > 0 && found.size < MAX_NODES; step += 1) {
    const near = await duck.rows(
      `SELECT id FROM (
         SELECT target AS id, file_row_number AS place FROM ${numbered(file)} WHERE source IN ${listed(edge)}
         UNION ALL SELECT source, file_row_number FROM ${numbered(file)} WHERE target IN ${listed(edge)}
       ) WHERE id NOT IN ${listed([...found])} GROUP BY id ORDER BY min(place) LIMIT ${MAX_NODES - found.size}`,
    )
    edge = near.map(({ id }) => String(id))
    for (const id of edge) found.add(id)
  }
  return [...found]
}

async function nodesOf(
  duck: Duck,
  of: { rows: string; edges: string; found: string[]; label: string | undefined },
): Promise<GraphSample['nodes']> {
  const some = listed(of.found)
  const ends = `SELECT source AS id FROM ${of.edges} WHERE source IN ${some}
    UNION ALL SELECT target FROM ${of.edges} WHERE target IN ${some}`
  const label = of.label === undefined ? 'NULL' : `n.${ident(of.label)}`
  const rows = await duck.rows(
    `SELECT n.id AS id, any_value(${label}) AS label, count(e.id) AS degree
     FROM (SELECT * FROM ${of.rows} WHERE id IN ${some}) n LEFT JOIN (${ends}) e ON e.id = n.id GROUP BY n.id`,
  )
  const byId = new Map(rows.map((row) => [String(row.id), row]))
  return of.found.map((id) => {
    const { label: name = null, degree = 0 } = byId.get(id) ?? {}
    return { id, label: name === null ? null : String(name), degree: Number(degree) }
  })
}

/** Returns each pair of connected nodes once, regardless of the number and direction of their edges. */
async function edgesOf(duck: Duck, { file, found }: { file: string; found: string[] }): Promise<GraphSample['edges']> {
  const some = listed(found)
  const rows = await duck.rows(
    `SELECT arg_min(source, file_row_number) AS source, arg_min(target, file_row_number) AS target
     FROM ${numbered(file)} WHERE source IN ${some} AND target IN ${some}
     GROUP BY least(source, target), greatest(source, target) ORDER BY min(file_row_number)`,
  )
  return rows.map(({ source, target }) => ({ source: String(source), target: String(target) }))
}

async function countGraphs(duck: Duck, file: string): Promise<number> {
  const named = await duck.rows(`SELECT name FROM parquet_schema(${literal(file)}) WHERE name = 'graph'`)
  if (named.length === 0) return 1
  const { graphs } = await duck.row(`SELECT count(DISTINCT graph) AS graphs FROM ${parquet(file)}`)
  return Number(graphs)
}

const numbered = (file: string) => `read_parquet(${literal(file)}, file_row_number = true)`
const listed = (ids: string[]) => `(${ids.map(literal).join(', ')})`
