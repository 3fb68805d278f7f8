import { fail, type GraphInput, LINKS_COLUMN, type TableRow } from '@tessera/contract'
import { Int64Numbers } from './int64.ts'
import type { InferenceKind } from './kind.ts'
import { numberOf } from './tables.ts'

/** What a node is called in messages. */
const NODE = 'node'
const MAX_NODES = 100_000
/** Maximum total number of node values and edge ends. */
const MAX_VALUES = 2 ** 23

/**
 * Encodes rows that are the nodes of one graph. In `LINKS_COLUMN`, each row lists the positions of the rows to which it
 * has an edge, separated by blanks.
 */
export const graphs: InferenceKind<GraphInput> = {
  header: ({ columns }) => [NODE, ...columns.map(({ column }) => column)],
  names: () => ['x', 'edge_index'],
  isWhole: true,
  width: ({ columns }) => columns.length,
  encode({ columns }, rows) {
    const size = rows.length * columns.length
    if (rows.length > MAX_NODES || size > MAX_VALUES) tooLarge()
    const numbers = new Float64Array(size)
    for (const [at, row] of rows.entries()) {
      for (const [place, input] of columns.entries()) numbers[at * columns.length + place] = numberOf(row, input)
    }
    const edges = edgesOf(rows)
    return {
      inputs: [
        { name: 'x', part: 0, type: 'float64', shape: [rows.length, columns.length] },
        { name: 'edge_index', part: 1, type: 'int64', shape: [2, edges.length / 2] },
      ],
      parts: [new Uint8Array(numbers.buffer), edges.bytes],
    }
  },
  shown: (_input, { [LINKS_COLUMN]: _links, ...rest }) => rest,
}

function edgesOf(rows: TableRow[]): Int64Numbers {
  const [sources, targets]: [number[], number[]] = [[], []]
  for (const [source, row] of rows.entries()) {
    const links = row[LINKS_COLUMN]
    if (typeof links !== 'string' || links === '') continue
    let begun = 0
    for (let at = 0; at <= links.length; at += 1) {
      if (at < links.length && links.charCodeAt(at) !== BLANK) continue
      const target = placeIn(links, begun, at)
      if (target >= rows.length) fail('inference.edge-wrong')
      sources.push(source)
      targets.push(target)
      begun = at + 1
    }
  }
  const count = sources.length
  if (count * 2 > MAX_VALUES) tooLarge()
  const edges = new Int64Numbers(2 * count)
  for (let at = 0; at < count; at += 1) {
    edges.set(at, sources[at] as number)
    edges.set(count + at, targets[at] as number)
  }
  return edges
}

const BLANK = 0x20
const [ZERO, NINE] = [0x30, 0x39]

/**
 * Returns the digits between these positions as a number. For many edges, splitting texts and parsing each piece took
 * most of the encoding time.
 */
function placeIn(links: string, start: number, end: number): number {
  if (start === end) fail('inference.edge-wrong')
  let place = 0
  for (let at = start; at < end; at += 1) {
    const code = links.charCodeAt(at)
    if (code < ZERO || code > NINE) fail('inference.edge-wrong')
    place = place * 10 + code - ZERO
  }
  return place
}

const tooLarge = () => fail('inference.graph-large', { nodes: MAX_NODES, values: MAX_VALUES })

/**
 * Returns the nodes of a graph that a call sends in one row. `x` is a JSON list of each node's numbers in the model's
 * order, `edge_index` consists of two lists of positions, and the optional `id` is a list of names. Rows that are
 * already nodes do not change.
 */
export function nodesOf(input: GraphInput, rows: TableRow[]): TableRow[] {
  const [only, another] = rows
  if (!only || another || !Object.hasOwn(only, 'x') || Object.hasOwn(only, LINKS_COLUMN)) return rows
  const x = listIn(only.x, 'x')
  const ids = Object.hasOwn(only, 'id') ? listIn(only.id, 'id') : x.map((_one, at) => at)
  const [sources, targets, more] = listIn(only.edge_index ?? '[[],[]]', 'edge_index')
  const areEdges = Array.isArray(sources) && Array.isArray(targets) && sources.length === targets.length
  if (!areEdges || more !== undefined) fail('inference.graph-wrong', { part: 'edge_index' })
  if (ids.length !== x.length) fail('inference.graph-wrong', { part: 'id' })
  const links = x.map((): number[] => [])
  for (const [at, source] of sources.entries()) {
    const from = links[Number(source)] ?? fail('inference.edge-wrong')
    from.push(Number(targets[at]))
  }
  return x.map((numbers, at) => {
    if (!Array.isArray(numbers) || numbers.length !== input.columns.length) fail('inference.graph-wrong', { part: 'x' })
    const cells = input.columns.map(({ column }, place) => [column, numbers[place] ?? null])
    return { [NODE]: String(ids[at]), ...Object.fromEntries(cells), [LINKS_COLUMN]: (links[at] ?? []).join(' ') }
  })
}

function listIn(value: TableRow[string] | undefined, part: string): unknown[] {
  try {
    const list: unknown = JSON.parse(String(value))
    if (Array.isArray(list)) return list
  } catch {
    // The syntax error is ignored here; the check below reports it like any other value that is not a list.
  }
  return fail('inference.graph-wrong', { part })
}
