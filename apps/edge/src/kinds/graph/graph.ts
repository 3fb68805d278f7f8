import { rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { fail, type ReadingReport } from '@tessera/contract'
import type { Entry } from 'yauzl'
import { type TextFile, unpackText } from '../../lib/text-lines.ts'
import type { Reader, Source } from '../reader.ts'
import { Rejects } from '../rejects.ts'
import { type GraphReading, readEdgeTable, readNodeTable } from './csv.ts'
import { readGraphJson } from './json.ts'
import { GraphStage } from './stage.ts'
import { writeGraph } from './write.ts'

const NODE_TABLE = /^(nodes?|node_features|节点)\.(csv|tsv)$/i
const EDGE_TABLE = /^(edges?|edge_index|edge_list|边)\.(csv|tsv)$/i
const DOCUMENT = /\.(json|jsonl|ndjson)$/i

export const isNodeTable = (path: string) => NODE_TABLE.test(basename(path))
export const isEdgeTable = (path: string) => EDGE_TABLE.test(basename(path))

/** Reads nodes with features and labels, and the edges between them, of one graph or several. */
export const readGraph: Reader = async (source) => {
  const rejects = new Rejects(source.options)
  const renamed: ReadingReport['renamed'] = []
  const stage = await GraphStage.create(source.scratch, rejects)
  try {
    await readFiles(source, { stage, rejects, renamed })
    await stage.end()
    if (!stage.columns || stage.nodes.count === 0) fail('dataset.rows-none')
    const { labels, features } = stage.columns
    const integers = new Set(stage.integers)
    const written = await writeGraph(source, { stage, rejects })
    return {
      columns: [...features, ...labels],
      columnTypes: Object.fromEntries([
        ...features.map((name) => [name, integers.has(name) ? 'integer' : 'number'] as const),
        ...labels.map((name) => [name, 'text'] as const),
      ]),
      labelColumns: labels,
      ...written,
      report: { rowsRead: stage.nodesRead, rejected: rejects.list, renamed, notes: [] },
    }
  } finally {
    await stage.remove()
  }
}

async function readFiles(source: Source, of: Omit<GraphReading, 'options'>) {
  const reading = { ...of, options: source.options }
  const having = (is: (path: string) => boolean) => source.archive.entries.filter(({ fileName }) => is(fileName))
  const [nodes, edges] = [having(isNodeTable), having(isEdgeTable)]
  const documents = having((path) => DOCUMENT.test(path))
  for (const [first, second] of [nodes, edges]) {
    if (first && second) fail('dataset.file-twice', { first: first.fileName, second: second.fileName })
  }
  if (documents.length > 0) {
    const isOneOfSeveral = documents.length > 1
    const table = nodes[0] ?? edges[0]
    if (table) fail('dataset.kind-mixed', { first: documents[0]?.fileName ?? '', second: table.fileName })
    for (const entry of documents) {
      await unpacked(source, entry, (file) => readGraphJson(file, { ...of, isOneOfSeveral }))
    }
    return
  }
  await unpacked(source, nodes[0] ?? fail('dataset.graph-nodes-missing'), (file) => readNodeTable(file, reading))
  await unpacked(source, edges[0] ?? fail('dataset.graph-edges-missing'), (file) => readEdgeTable(file, reading))
}

async function unpacked({ archive, scratch }: Source, entry: Entry, read: (file: TextFile) => Promise<void>) {
  const path = join(scratch, 'graph.in')
  try {
    await read(await unpackText(archive, entry, path))
  } finally {
    await rm(path, { force: true })
  }
}
