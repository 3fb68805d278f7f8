import { join } from 'node:path'
import { fail } from '@tessera/contract'
import { ROW_ID } from '../reader.ts'
import { MAX_EXAMPLES, type Place, type Rejects } from '../rejects.ts'
import { type Cell, StagedRows } from '../staging.ts'
import { checkFieldNames } from '../table-rows.ts'
import { nameIn, numberIn } from './columns.ts'

export type LinePlace = Place & { line: number }

/** A node as it appears in a file. */
export interface RawNode {
  place: LinePlace
  graph: string | null
  id: unknown
  labels: unknown[]
  features: unknown[]
}
export interface RawEdge {
  place: LinePlace
  graph: string | null
  source: unknown
  target: unknown
  weight: unknown
}
export interface NodeColumns {
  features: string[]
  labels: string[]
}

interface Feature {
  name: string
  isInteger: boolean
  numbers: number
  others: number
  firstOther: Place | null
}

const NAME_CHARACTERS = 1_000

/** Collects nodes and edges one by one, and makes the checks that need only a single node or edge. */
export class GraphStage {
  readonly nodes: StagedRows
  readonly edges: StagedRows
  columns: NodeColumns | null = null
  /** Names of the columns, which are also the fields that are read from every node. */
  fields: ReadonlySet<string> = new Set()
  hasGraphs = false
  hasWeights = false
  readonly #rejects: Rejects
  #features: Feature[] = []
  /**
   * Nodes with a non-numeric feature. They are reported only after it is known whether the column contains numbers at
   * all.
   */
  readonly #unnumbered: { count: number; column: string; places: Place[] } = { count: 0, column: '', places: [] }
  nodesRead = 0

  private constructor(rejects: Rejects, nodes: StagedRows, edges: StagedRows) {
    this.#rejects = rejects
    this.nodes = nodes
    this.edges = edges
  }

  static async create(scratch: string, rejects: Rejects): Promise<GraphStage> {
    const nodes = await StagedRows.create(join(scratch, 'nodes.csv'))
    return new GraphStage(rejects, nodes, await StagedRows.create(join(scratch, 'edges.csv')))
  }

  setColumns(columns: NodeColumns, file: string) {
    checkFieldNames([ROW_ID, 'graph', ...columns.labels, ...columns.features], file)
    this.columns = columns
    this.fields = new Set([...columns.labels, ...columns.features])
    this.#features = columns.features.map((name) => ({
      name,
      isInteger: true,
      numbers: 0,
      others: 0,
      firstOther: null,
    }))
  }

  addNode({ place, graph, id, labels, features }: RawNode): Promise<void> | undefined {
    this.nodesRead += 1
    const name = nameIn(id)
    if (name === null || name.length > NAME_CHARACTERS) {
      this.#rejects.add('node-unknown', 'dataset.node-unnamed', place)
      return undefined
    }
    if (features.length !== this.#features.length) {
      const params = { found: features.length, expected: this.#features.length }
      this.#rejects.add('width', 'dataset.features-width', place, params)
      return undefined
    }
    const numbers = this.#numbers(features, place)
    if (!numbers) return undefined
    const classes = labels.map((label) => nameIn(label)?.slice(0, NAME_CHARACTERS) ?? null)
    return this.nodes.add([this.nodes.count, place.file, place.line, keyOf(graph, name), graph, ...classes, ...numbers])
  }

  addEdge({ place, graph, source, target, weight }: RawEdge): Promise<void> | undefined {
    const [from, to, heavy] = [nameIn(source), nameIn(target), numberIn(weight)]
    if (from === null || to === null) this.#rejects.add('node-unknown', 'dataset.edge-end-missing', place)
    else if (heavy === undefined) this.#rejects.add('not-a-number', 'dataset.not-a-number', place, { column: 'weight' })
    else {
      this.hasWeights ||= heavy !== null
      const ends = [keyOf(graph, from), keyOf(graph, to)]
      return this.edges.add([this.edges.count, place.file, place.line, ...ends, graph, heavy])
    }
    return undefined
  }

  #numbers(features: unknown[], place: Place): Cell[] | undefined {
    const numbers = features.map(numberIn)
    let wrong: Feature | undefined
    for (const [index, number] of numbers.entries()) {
      const feature = this.#features[index] as Feature
      if (number === undefined) {
        feature.others += 1
        feature.firstOther ??= place
        wrong ??= feature
      } else if (number !== null) {
        feature.numbers += 1
        feature.isInteger &&= Number.isSafeInteger(number)
      }
    }
    if (!wrong) return numbers as Cell[]
    this.#unnumbered.column ||= wrong.name
    this.#unnumbered.count += 1
    if (this.#unnumbered.places.length < MAX_EXAMPLES) this.#unnumbered.places.push(place)
    return undefined
  }

  /**
   * Completes the collected graph. A column that contains mostly texts is refused as a text column, not as a column of
   * numbers with errors.
   */
  async end() {
    await this.nodes.end()
    await this.edges.end()
    const text = this.#features.find(({ numbers, others }) => others > numbers)
    if (text?.firstOther) fail('dataset.feature-text', { file: text.firstOther.file, column: text.name })
    const { count, column, places } = this.#unnumbered
    this.#rejects.addMany('not-a-number', 'dataset.not-a-number', { count, places }, { column })
  }

  /** Features that contain only whole numbers. */
  get integers(): string[] {
    return this.#features.filter(({ isInteger, numbers }) => isInteger && numbers > 0).map(({ name }) => name)
  }

  async remove() {
    await this.nodes.remove()
    await this.edges.remove()
  }
}

/** Returns a node's key across all graphs, because ids are unique only within one graph. */
const keyOf = (graph: string | null, id: string) =>
  graph === null ? id : `${graph.replaceAll('%', '%25').replaceAll('/', '%2F')}/${id}`
