import { basename } from 'node:path'
import { fail } from '@tessera/contract'
import { isJsonLines, isJsonObject, type JsonItem, jsonItems, parseJson } from '../../lib/json-items.ts'
import { type TextFile, textLines } from '../../lib/text-lines.ts'
import type { Rejects } from '../rejects.ts'
import { EDGE_COLUMNS, NODE_ID, NODE_LABEL, nameIn } from './columns.ts'
import type { GraphStage, LinePlace } from './stage.ts'

/** Keys of node-link documents that are not attributes of nodes or edges. */
const ASIDE = ['directed', 'multigraph', 'graph', 'name', 'id', 'nodes', 'edges', 'links', 'x', 'y', 'edge_index']
const VECTOR = /^(features?|x)$/i
/** Maximum size of the values that can be interpreted only after the whole document has been read, such as `x`. */
const HELD_CHARACTERS = 128 * 1024 * 1024

type Json = Record<string, unknown>

/** Reads graphs as JSON: one document, a list of documents, or one document per line. */
export async function readGraphJson(
  file: TextFile,
  of: { stage: GraphStage; rejects: Rejects; isOneOfSeveral: boolean },
) {
  const isLines = /\.(jsonl|ndjson)$/i.test(file.name) || (await isJsonLines(file))
  const stem = basename(file.name).replace(/\.\w+$/, '')
  const one = new GraphDocument(file, of, of.isOneOfSeveral ? stem : null)
  let count = 0
  const takeWhole = async (text: string, line: number) => {
    count += 1
    const document = parseJson(text)
    if (!isJsonObject(document)) return of.rejects.add('json', 'dataset.json-broken', { file: file.name, line })
    const own = nameIn(document.name) ?? nameIn(document.id) ?? String(count)
    const graph = new GraphDocument(file, of, of.isOneOfSeveral ? `${stem}/${own}` : own)
    for (const [key, value] of Object.entries(document)) {
      if (!Array.isArray(value)) await graph.take(key, { isElement: false, value, line, size: 0 })
      else
        for (const [index, element] of value.entries()) {
          await graph.take(key, { isElement: true, value: element, line, entry: `${key}[${index}]`, size: 0 })
        }
    }
    await graph.end()
  }
  if (isLines) {
    for await (const { line, texts } of textLines(file)) {
      for (const [index, text] of texts.entries()) if (text.trim() !== '') await takeWhole(text, line + index)
    }
    return
  }
  for await (const items of jsonItems(file)) {
    for (const { key, text, ...item } of items) {
      if (key === null) await takeWhole(text, item.line)
      else await one.take(key, { ...item, value: parseJson(text), size: text.length })
    }
  }
  await one.end()
}

type Value = Pick<JsonItem, 'isElement' | 'line' | 'entry'> & { value: unknown; size: number }

class GraphDocument {
  readonly #file: string
  readonly #stage: GraphStage
  readonly #rejects: Rejects
  readonly #graph: string | null
  readonly #held: Record<'x' | 'y' | 'edge_index', Value[]> = { x: [], y: [], edge_index: [] }
  #heldSize = 0

  constructor(file: TextFile, { stage, rejects }: { stage: GraphStage; rejects: Rejects }, graph: string | null) {
    this.#file = file.name
    this.#stage = stage
    this.#rejects = rejects
    this.#graph = graph
    stage.hasGraphs ||= graph !== null
  }

  take(key: string, item: Value): Promise<void> | undefined {
    const { isElement, value } = item
    const place = this.#placeOf(item)
    if (key === 'x' || key === 'y' || key === 'edge_index') return this.#hold(key, item)
    if (isElement && value !== undefined && key === 'nodes') return this.#node(value, place)
    if (isElement && value !== undefined && (key === 'edges' || key === 'links')) return this.#edge(value, place)
    if (!ASIDE.includes(key)) fail('dataset.field-unknown', { file: this.#file, line: item.line, field: key })
    if (value === undefined && key === 'nodes') this.#stage.nodesRead += 1
    if (value === undefined) this.#rejects.add('json', 'dataset.json-broken', place)
    return undefined
  }

  /**
   * Completes a document in matrix form: `x` contains a row of features per node, `edge_index` the two ends of each
   * edge, and `y` the labels.
   */
  async end() {
    const { x, y, edge_index: ends } = this.#held
    if (x.length === 0) return
    const labels = y.length === 1 ? x.map(() => y[0]?.value) : y.map(({ value }) => value)
    if (labels.length > 0 && labels.length !== x.length) this.#wrongType('y', y[0]?.line ?? 1)
    for (const [id, item] of x.entries()) {
      await this.#node({ id, x: item.value, ...(labels.length > 0 ? { y: labels[id] } : {}) }, this.#placeOf(item))
    }
    for (const { pair, line } of pairsOf(ends) ?? this.#wrongType('edge_index', ends[0]?.line ?? 1)) {
      await this.#edge(pair, { file: this.#file, line })
    }
  }

  #hold(key: 'x' | 'y' | 'edge_index', item: Value): undefined {
    this.#heldSize += item.size
    if (this.#heldSize > HELD_CHARACTERS) fail('dataset.document-large', { file: this.#file })
    if (item.value === undefined) fail('dataset.json-broken', { file: this.#file, line: item.line })
    this.#held[key].push(item)
  }

  #placeOf({ line, entry }: Pick<Value, 'line' | 'entry'>): LinePlace {
    return { file: this.#file, line, ...(entry && { entry }) }
  }

  #node(value: unknown, place: LinePlace): Promise<void> | undefined {
    const node: Json = isJsonObject(value) ? value : { id: value }
    const id = Object.keys(node).find((name) => NODE_ID.test(name)) ?? 'id'
    const vector = Object.keys(node).find((name) => VECTOR.test(name) && Array.isArray(node[name]))
    if (!this.#stage.columns) this.#stage.setColumns(columnsOf(node, { id, vector }), this.#file)
    const { labels, features } = this.#stage.columns as NonNullable<GraphStage['columns']>
    const { fields } = this.#stage
    const unknown = Object.keys(node).find((name) => name !== id && name !== vector && !fields.has(name))
    if (unknown !== undefined) {
      this.#stage.nodesRead += 1
      this.#rejects.add('json', 'dataset.field-unknown', place, { field: unknown })
      return undefined
    }
    return this.#stage.addNode({
      place,
      graph: this.#graph,
      id: node[id],
      labels: labels.map((name) => node[name]),
      features: vector === undefined ? features.map((name) => node[name]) : (node[vector] as unknown[]),
    })
  }

  #edge(value: unknown, place: LinePlace): Promise<void> | undefined {
    if (Array.isArray(value)) {
      const [source, target, weight] = value
      return this.#stage.addEdge({ place, graph: this.#graph, source, target, weight })
    }
    const edge: Json = isJsonObject(value) ? value : {}
    const field = (role: 'source' | 'target' | 'weight') =>
      Object.entries(edge).find(([name]) => EDGE_COLUMNS[role].test(name))?.[1]
    const unknown = Object.keys(edge).find(
      (name) => name !== 'key' && !Object.values(EDGE_COLUMNS).some((role) => role.test(name)),
    )
    if (unknown !== undefined) {
      this.#rejects.add('json', 'dataset.field-unknown', place, { field: unknown })
      return undefined
    }
    const ends = { source: field('source'), target: field('target'), weight: field('weight') }
    return this.#stage.addEdge({ place, graph: this.#graph, ...ends })
  }

  #wrongType(field: string, line: number): never {
    return fail('dataset.field-type', { file: this.#file, line, field })
  }
}

/** Derives the columns from the first node. Features in a list are named by their position. */
function columnsOf(node: Json, { id, vector }: { id: string; vector: string | undefined }) {
  const names = Object.keys(node).filter((name) => name !== id && name !== vector)
  const labels = names.filter((name) => NODE_LABEL.test(name))
  const listed = vector === undefined ? [] : (node[vector] as unknown[]).map((_value, index) => `x${index}`)
  return { labels, features: [...listed, ...names.filter((name) => !NODE_LABEL.test(name))] }
}

/** Reads edges from two lists (sources and targets) or from one list of pairs. */
function pairsOf(ends: Value[]): { pair: unknown[]; line: number }[] | undefined {
  if (!ends.every(({ value }) => Array.isArray(value))) return undefined
  const lists = ends.map(({ value, line }) => ({ pair: value as unknown[], line }))
  if (lists.length !== 2) return lists.every(({ pair }) => pair.length === 2) ? lists : undefined
  const [sources, targets] = lists as [{ pair: unknown[]; line: number }, { pair: unknown[]; line: number }]
  if (sources.pair.length !== targets.pair.length) return undefined
  return sources.pair.map((source, index) => ({ pair: [source, targets.pair[index]], line: sources.line }))
}
