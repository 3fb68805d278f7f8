import { fail, type ReadingReport, type ReadOptions } from '@tessera/contract'
import type { TextFile } from '../../lib/text-lines.ts'
import type { Rejects } from '../rejects.ts'
import { tableRows } from '../table-rows.ts'
import { EDGE_COLUMNS, GRAPH, NODE_ID, NODE_LABEL } from './columns.ts'
import type { GraphStage, RawNode } from './stage.ts'

type Cells = string[]

/** The target folder and the options for reading a graph. */
export interface GraphReading {
  stage: GraphStage
  rejects: Rejects
  options: ReadOptions
  renamed: ReadingReport['renamed']
}

/** Describes how the rows of one table are converted to nodes or edges. */
interface Taking<R> {
  /** Returns a function that reads the cells of a row by the column names of the header. */
  taker: (names: string[]) => (cells: Cells) => R
  add: (row: R & Pick<RawNode, 'place'>) => Promise<void> | undefined
  onFault?: () => void
}

async function takeRows<R>(file: TextFile, reading: GraphReading, { taker, add, onFault }: Taking<R>) {
  let take: ((cells: Cells) => R) | undefined
  for await (const { names, rows } of tableRows(file, reading)) {
    take ??= taker(names)
    for (const row of rows) {
      if ('fault' in row) {
        onFault?.()
        reading.rejects.add(row.fault.reason, row.fault.code, row.place, row.fault.params)
        continue
      }
      const written = add({ ...take(row.cells), place: row.place })
      if (written) await written
    }
  }
}

/**
 * Reads a table of nodes: `id`, label columns by name, and `graph` if there are several graphs. All other columns are
 * features.
 */
export const readNodeTable = (file: TextFile, reading: GraphReading) =>
  takeRows(file, reading, {
    taker: (names) => nodeTaker(file, names, reading.stage),
    add: (node) => reading.stage.addNode(node),
    onFault: () => {
      reading.stage.nodesRead += 1
    },
  })

function nodeTaker(file: TextFile, names: string[], stage: GraphStage) {
  const id = names.findIndex((name) => NODE_ID.test(name))
  if (id < 0) fail('dataset.column-needed', { file: file.name, column: 'id' })
  const graph = names.findIndex((name) => GRAPH.test(name))
  const others = names.map((name, index) => ({ name, index })).filter(({ index }) => index !== id && index !== graph)
  const labels = others.filter(({ name }) => NODE_LABEL.test(name))
  const features = others.filter(({ name }) => !NODE_LABEL.test(name))
  stage.setColumns({ labels: labels.map(({ name }) => name), features: features.map(({ name }) => name) }, file.name)
  stage.hasGraphs = graph >= 0
  return (cells: Cells) => ({
    graph: graph < 0 ? null : (cells[graph] as string).trim(),
    id: cells[id],
    labels: labels.map(({ index }) => cells[index]),
    features: features.map(({ index }) => cells[index]),
  })
}

/** Reads a table of edges: `source`, `target`, optionally `weight`, and `graph` if the nodes have one. */
export const readEdgeTable = (file: TextFile, reading: GraphReading) =>
  takeRows(file, reading, {
    taker: (names) => edgeTaker(file, names, reading.stage),
    add: (edge) => reading.stage.addEdge(edge),
  })

function edgeTaker(file: TextFile, names: string[], stage: GraphStage) {
  const at = { source: -1, target: -1, graph: -1, weight: -1 }
  const roles = Object.keys(at) as (keyof typeof at)[]
  for (const [index, name] of names.entries()) {
    const role = roles.find((one) => EDGE_COLUMNS[one].test(name))
    if (!role) fail('dataset.column-not-of-kind', { file: file.name, column: name })
    if (at[role] >= 0) fail('dataset.column-twice', { file: file.name, column: name })
    at[role] = index
  }
  for (const role of ['source', 'target', ...(stage.hasGraphs ? ['graph' as const] : [])] as const) {
    if (at[role] < 0) fail('dataset.column-needed', { file: file.name, column: role })
  }
  if (at.graph >= 0 && !stage.hasGraphs) fail('dataset.column-not-of-kind', { file: file.name, column: 'graph' })
  return (cells: Cells) => ({
    source: cells[at.source],
    target: cells[at.target],
    graph: at.graph < 0 ? null : (cells[at.graph] as string).trim(),
    weight: at.weight < 0 ? null : cells[at.weight],
  })
}
