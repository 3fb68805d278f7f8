import { ATTRIBUTE, GRAPH, MODEL, NODE, TENSOR } from './onnx-fields.ts'
import { type Pieces, ProtobufReader } from './protobuf.ts'
import { nameOf } from './text.ts'

/**
 * The trees of a model as the engine exports them (`engine/engine/export/tree_file.py`). The nodes of all trees are in
 * one list.
 */
export interface TreeFile {
  nodes: TreeNodes & {
    /** The value that is added for a row that ends in this node. */
    value: Float64Array
    /** Index of the sum to which the node's tree adds. */
    output: Int32Array
  }
  /** The initial values of the sums. */
  base: number[]
  /** Mean and standard deviation of the label, for a model that predicts a number. */
  label: { mean: number; deviation: number } | null
  /** If the sums are probabilities: the minimum to which each is raised. */
  least: number | null
}

interface TreeNodes {
  tree: number[]
  /** The index of the parent node, which is earlier in the list, or -1 for a root. */
  parent: Int32Array
  /**
   * The index of the child for rows whose feature is at most the threshold, and of the child for others; -1 in a leaf.
   */
  yes: Int32Array
  no: Int32Array
  feature: number[]
  threshold: Float64Array
  /** 1 if rows with a missing number go to `yes`. */
  missingYes: number[]
  /** The share of the training rows that reached this node. */
  share: Float64Array
}

export const MAX_TREE_NODES = 131_072
/** Maximum depth of a leaf in a tree. */
export const MAX_TREE_DEPTH = 16
const DOUBLE = 11n
/** Tolerance for comparing shares, which are products of exact fractions, each rounded once. */
const CLOSE = 1e-9

/**
 * Returns the trees of a checked file. Returns undefined if the engine did not write the trees, if the shares of rows
 * are missing, or if there are too many nodes.
 */
export function readTrees(file: Uint8Array): TreeFile | undefined {
  const reader = new ProtobufReader()
  const { graph } = reader.read('model', file, MODEL)
  if (!graph) return undefined
  const { nodes: pieces, initializers } = reader.read('graph', graph, GRAPH)
  const ensembles = [...pieces]
    .map((piece) => reader.read('node', piece, NODE))
    .filter(({ operator }) => nameOf(operator) === 'TreeEnsembleRegressor')
  if (ensembles.length !== 1) return undefined
  const attributes = new Attributes(reader, (ensembles[0] as (typeof ensembles)[0]).attributes)
  const constants = new Map([...initializers].map((piece) => [tensorName(reader, piece), piece]))
  const take = (name: string) => doublesOf(reader, constants.get(name))
  const [base, worth, turns] = [take('base'), take('worth'), take('turns')]
  const nodes = nodesOf(attributes)
  if (!base || !worth || !turns || !nodes) return undefined
  const value = valuesOf(attributes, nodes, worth, turns.length / base.length)
  const output = outputsOf(nodes, turns, base.length)
  if (!value || !output) return undefined
  const [mean, deviation, least] = ['label_mean', 'label_deviation', 'least'].map((name) => take(name)?.[0])
  return {
    nodes: { ...nodes, value, output },
    base: [...base],
    label: mean === undefined || deviation === undefined ? null : { mean, deviation },
    least: least ?? null,
  }
}

function nodesOf(attributes: Attributes): TreeNodes | undefined {
  const [tree, number, feature, yes, no, missingYes] = [
    ...['treeids', 'nodeids', 'featureids', 'truenodeids', 'falsenodeids', 'missing_value_tracks_true'],
  ].map((name) => attributes.integers(`nodes_${name}`))
  const modes = attributes.texts('nodes_modes')
  const [threshold, share] = ['values', 'hitrates'].map((name) => attributes.doubles(`nodes_${name}_as_tensor`))
  if (!tree || !number || !feature || !yes || !no || !missingYes || !modes || !threshold || !share) return undefined
  const others = [number, feature, yes, no, missingYes, modes, threshold, share]
  if (others.some(({ length }) => length !== tree.length)) return undefined
  const links = linked({ tree, number, modes, yes, no, share })
  return links && { tree, feature, threshold, missingYes, share, ...links }
}

interface Unlinked {
  tree: number[]
  /** Number of a node within its tree; the numbers have no gaps. */
  number: number[]
  modes: string[]
  yes: number[]
  no: number[]
  share: Float64Array
}

/**
 * Returns the indices of parents and children. Returns undefined if a node has no parent or two, or if its share is not
 * the sum of the shares of its children.
 */
function linked({ tree, number, modes, yes, no, share }: Unlinked) {
  const none = () => new Int32Array(tree.length).fill(-1)
  const links = { parent: none(), yes: none(), no: none() }
  const depth = new Uint8Array(tree.length)
  const shareOf = (at: number) => share[at] ?? Number.NaN
  for (let at = 0, root = 0; at < tree.length; at += 1) {
    if (tree[at] !== tree[root]) root = at
    const isRoot = at === root
    if (number[at] !== at - root || isRoot !== (links.parent[at] === -1) || !(shareOf(at) > 0)) return undefined
    if (isRoot && Math.abs(shareOf(at) - 1) > CLOSE) return undefined
    if (modes[at] === 'LEAF') continue
    const [left, right] = [root + (yes[at] as number), root + (no[at] as number)]
    const areNew = [left, right].every((child) => child > at && tree[child] === tree[at] && links.parent[child] === -1)
    if (modes[at] !== 'BRANCH_LEQ' || left === right || !areNew || depth[at] === MAX_TREE_DEPTH) return undefined
    if (Math.abs(shareOf(left) + shareOf(right) - shareOf(at)) > CLOSE) return undefined
    for (const child of [left, right]) [links.parent[child], depth[child]] = [at, (depth[at] as number) + 1]
    ;[links.yes[at], links.no[at]] = [left, right]
  }
  return links
}

/** Returns the values of leaves. A leaf states the position of its value in a table for all trees. */
function valuesOf(attributes: Attributes, { tree, yes }: TreeNodes, worth: Float64Array, trees: number) {
  const [trees_, numbers] = ['treeids', 'nodeids'].map((name) => attributes.integers(`target_${name}`))
  const places = attributes.doubles('target_weights_as_tensor')
  if (!trees_ || !numbers || !places) return undefined
  const roots = new Map<number, number>()
  for (const [at, id] of tree.entries()) if (!roots.has(id)) roots.set(id, at)
  const values = new Float64Array(tree.length).fill(Number.NaN)
  for (const [at, id] of trees_.entries()) {
    const leaf = (roots.get(id) ?? Number.NaN) + (numbers[at] as number)
    values[leaf] = worth[(id * worth.length) / trees + (places[at] as number)] ?? Number.NaN
  }
  return values.every((value, at) => yes[at] !== -1 || Number.isFinite(value)) ? values : undefined
}

/** Returns the output to which each node adds; `turns` [trees, outputs] is 1 if a tree adds to an output. */
function outputsOf({ tree }: TreeNodes, turns: Float64Array, outputs: number): Int32Array | undefined {
  const found = Int32Array.from(tree, (id) => turns.subarray(id * outputs, (id + 1) * outputs).indexOf(1))
  return found.includes(-1) ? undefined : found
}

/** The attributes of a node, limited to the size that trees may have. */
class Attributes {
  readonly #reader: ProtobufReader
  readonly #held: Map<string, ReturnType<typeof readAttribute>>

  constructor(reader: ProtobufReader, attributes: Pieces) {
    this.#reader = reader
    const all = [...attributes].map((piece) => readAttribute(reader, piece))
    this.#held = new Map(all.map((one) => [nameOf(one.name), one]))
  }

  integers(name: string): number[] | undefined {
    const integers = this.#held.get(name)?.integers
    return integers && fits(integers.countIntegers()) ? integers.integers().map(Number) : undefined
  }

  texts(name: string): string[] | undefined {
    const texts = this.#held.get(name)?.texts
    return texts && fits(texts.count) ? [...texts].map(nameOf) : undefined
  }

  doubles(name: string): Float64Array | undefined {
    const values = doublesOf(this.#reader, this.#held.get(name)?.tensor)
    return values && fits(values.length) ? values : undefined
  }
}

const fits = (count: number) => count <= MAX_TREE_NODES
const readAttribute = (reader: ProtobufReader, bytes: Uint8Array) => reader.read('attribute', bytes, ATTRIBUTE)
const tensorName = (reader: ProtobufReader, bytes: Uint8Array) => nameOf(reader.read('tensor', bytes, TENSOR).name)

function doublesOf(reader: ProtobufReader, bytes: Uint8Array | undefined): Float64Array | undefined {
  if (!bytes) return undefined
  const { type, rawData, doubleData } = reader.read('tensor', bytes, TENSOR)
  if (type !== DOUBLE) return undefined
  // The data are copied, because doubles must be aligned to eight bytes.
  const { buffer, byteLength } = Uint8Array.from(Buffer.concat(rawData ? [rawData] : [...doubleData]))
  return new Float64Array(buffer, 0, Math.floor(byteLength / 8))
}
