import type { GraphInput, TableRow } from '@tessera/contract'

export type GraphProblem = {
  key: 'needed' | 'json' | 'parts' | 'width' | 'number' | 'edge' | 'twice'
  params?: Record<string, string | number>
}

export interface ReadGraph {
  /** The graph in the format of the call. */
  row: TableRow
  nodes: number
  edges: number
}

type Json = Record<string, unknown>
type Numbers = (number | null)[]

/** Parses a graph in JSON, by index (`x`, `edge_index`) or by name (`nodes`, `edges` or `links`). */
export function readGraph(text: string, input: GraphInput): ReadGraph | { problem: GraphProblem } {
  if (text.trim() === '') return { problem: { key: 'needed' } }
  try {
    const document: unknown = JSON.parse(text)
    if (!isJson(document)) throw new Problem({ key: 'parts' })
    return Array.isArray(document.nodes) ? byNames(document, document.nodes, input) : byPlaces(document, input)
  } catch (error) {
    return { problem: error instanceof Problem ? error.problem : { key: 'json' } }
  }
}

/** Returns an example: two connected nodes with the mean of the training nodes. */
export function exampleGraph({ columns }: GraphInput): string {
  const node = (id: string) => ({ id, ...Object.fromEntries(columns.map(({ column, example }) => [column, example])) })
  return JSON.stringify({ nodes: [node('a'), node('b')], edges: [{ source: 'a', target: 'b' }] }, null, 2)
}

class Problem extends Error {
  readonly problem: GraphProblem

  constructor(problem: GraphProblem) {
    super(problem.key)
    this.problem = problem
  }
}

function byPlaces({ x, edge_index: ends = [[], []], id }: Json, { columns }: GraphInput): ReadGraph {
  if (!Array.isArray(x) || x.length === 0) throw new Problem({ key: 'parts' })
  const ids = Array.isArray(id) && id.length === x.length ? id.map(String) : x.map((_one, at) => String(at))
  const numbers = x.map((cells: unknown, at) => {
    const found = Array.isArray(cells) ? cells : []
    if (found.length !== columns.length) {
      throw new Problem({
        key: 'width',
        params: { node: ids[at] as string, found: found.length, expected: columns.length },
      })
    }
    return columns.map(({ column }, place) => numberIn(found[place], column, ids[at] as string))
  })
  const [sources, targets] = Array.isArray(ends) ? ends : []
  if (!Array.isArray(sources) || !Array.isArray(targets) || sources.length !== targets.length) {
    throw new Problem({ key: 'parts' })
  }
  const isPlace = (one: unknown) => Number.isInteger(one) && Number(one) >= 0 && Number(one) < x.length
  const wrong = [...sources, ...targets].find((one) => !isPlace(one))
  if (wrong !== undefined) throw new Problem({ key: 'edge', params: { end: String(wrong) } })
  return rowOf(ids, numbers, [sources, targets])
}

function byNames({ edges, links }: Json, nodes: unknown[], { columns }: GraphInput): ReadGraph {
  const list = nodes.filter(isJson)
  if (list.length === 0 || list.length !== nodes.length) throw new Problem({ key: 'parts' })
  const ids = list.map(({ id }, at) => String(id ?? at))
  const places = new Map(ids.map((id, at) => [id, at]))
  const twice = ids.find((id, at) => places.get(id) !== at)
  if (twice !== undefined) throw new Problem({ key: 'twice', params: { node: twice } })
  const numbers = list.map((node, at) =>
    columns.map(({ column }) => numberIn(Object.hasOwn(node, column) ? node[column] : null, column, ids[at] as string)),
  )
  const given = Array.isArray(edges) ? edges : Array.isArray(links) ? links : []
  const ends = given.map((edge: unknown) => {
    const [source, target] = Array.isArray(edge) ? edge : isJson(edge) ? [edge.source, edge.target] : []
    return [placeOf(source, places), placeOf(target, places)] as const
  })
  return rowOf(ids, numbers, [ends.map(([source]) => source), ends.map(([, target]) => target)])
}

function placeOf(end: unknown, places: Map<string, number>): number {
  const place = places.get(String(end))
  if (place === undefined) throw new Problem({ key: 'edge', params: { end: String(end) } })
  return place
}

function numberIn(value: unknown, column: string, node: string): number | null {
  if (value === null || value === undefined || value === '') return null
  const number = typeof value === 'boolean' ? Number.NaN : Number(value)
  if (!Number.isFinite(number)) throw new Problem({ key: 'number', params: { node, column } })
  return number
}

const rowOf = (ids: string[], numbers: Numbers[], ends: [unknown[], unknown[]]): ReadGraph => ({
  row: { x: JSON.stringify(numbers), edge_index: JSON.stringify(ends), id: JSON.stringify(ids) },
  nodes: ids.length,
  edges: ends[0].length,
})

const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)
