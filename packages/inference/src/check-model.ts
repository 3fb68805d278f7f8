import { AppError, fail, ModelInput, ModelOutput } from '@tessera/contract'
import { z } from 'zod'
import { checkTensor, refuseSparse, singlesOf } from './check-tensor.ts'
import { kindOf } from './kinds/index.ts'
import { ATTRIBUTE, ENTRY, GRAPH, MODEL, NODE, OPSET, VALUE } from './onnx-fields.ts'
import { CONTROL_FLOW, isAllowed, isDomain, STANDARD } from './operators.ts'
import { type Pieces, ProtobufReader, unreadable } from './protobuf.ts'
import { type Constant, MAX_SHAPE, SizeCheck, UNBOUNDED } from './sizes.ts'
import { nameOf, textOf } from './text.ts'

/** The content of the entry `tessera` in the metadata of a model file (`engine/engine/export`). */
export const ModelSignature = z.object({ input: ModelInput, output: ModelOutput })
export type ModelSignature = z.infer<typeof ModelSignature>

export const MODEL_FILE_LIMITS = {
  bytes: 256 * 1024 * 1024,
  nodes: 100_000,
  tensors: 200_000,
  /** Maximum number of inputs of a graph or of a node. */
  inputs: 10_000,
  outputs: 10_000,
  attributes: 64,
  /** Maximum number of values in one attribute, for example for the nodes of a tree. */
  numbers: 2_000_000,
  /** Maximum number of values between inputs and outputs that the file describes. */
  values: 200_000,
  opsets: 100,
  metadataEntries: 1_000,
  /** Maximum size of the metadata entry that Tessera writes. */
  metadataBytes: 1024 * 1024,
}
export const OUR_ENTRY = 'tessera'

/**
 * Checks an ONNX file before it is run, and returns the model's input and output. Model files come from other members.
 * A file that could do more than compute predictions from its inputs is refused with the reason (`model.refused-…`).
 */
export function checkModel(file: Uint8Array): ModelSignature {
  return refusing(() => {
    const parts = checkParts(file)
    return signatureOf(parts) ?? fail('model.refused-unreadable', { detail: 'it does not say what it takes and gives' })
  })
}

/** Calls `read`, and turns every error into a refusal of the file. */
export function refusing<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw error instanceof AppError ? error : unreadable(String(error).slice(0, 200))
  }
}

/** A model file in which every part except the description has been checked. */
export interface CheckedParts {
  reader: ProtobufReader
  model: ReturnType<typeof readModel>
  graph: Uint8Array
  /** Names of the inputs of the model's graph. */
  inputs: Set<string>
}

const readModel = (reader: ProtobufReader, file: Uint8Array) => reader.read('model', file, MODEL)

/**
 * Checks all parts of a file. Operators in `left` need not be on the list of allowed operators, because they are
 * removed before the model runs.
 */
export function checkParts(file: Uint8Array, left: ReadonlySet<string> = new Set()): CheckedParts {
  if (file.length > MODEL_FILE_LIMITS.bytes) {
    fail('model.refused-size', { part: 'bytes', limit: MODEL_FILE_LIMITS.bytes })
  }
  // onnxruntime reads a file with these four bytes as another format, which this code does not check.
  if (textOf(file.subarray(4, 8)) === 'ORTM') throw unreadable('it is not in ONNX format')
  const reader = new ProtobufReader()
  const model = readModel(reader, file)
  if (model.functions.count > 0) fail('model.refused-part', { part: 'functions' })
  if (model.trainingInfo.count > 0) fail('model.refused-part', { part: 'training_info' })
  limit('opsets', model.opsetImports.count, MODEL_FILE_LIMITS.opsets)
  for (const piece of model.opsetImports) {
    const domain = domainOf(reader.read('opset', piece, OPSET).domain)
    if (!isDomain(domain)) fail('model.refused-operator', { operator: domain })
  }
  if (!model.graph) throw unreadable('it has no graph')
  const inputs = new GraphCheck(reader, left).check(model.graph)
  return { reader, model, graph: model.graph, inputs }
}

/** Returns the signature in the file's metadata, or undefined if the file has none. */
export function signatureOf({ reader, model, inputs }: CheckedParts): ModelSignature | undefined {
  const signature = describedIn(reader, model.metadata)
  if (!signature) return undefined
  const missing = kindOf(signature.input)
    .names(signature.input)
    .find((name) => !inputs.has(name))
  if (missing !== undefined) throw unreadable(`it describes an input it does not have: ${missing}`)
  return signature
}

/** Checks the graph, its nodes and its tensors, and counts them together. */
class GraphCheck {
  readonly #reader: ProtobufReader
  readonly #left: ReadonlySet<string>
  readonly #sizes = new SizeCheck()
  #tensors = 0

  constructor(reader: ProtobufReader, left: ReadonlySet<string>) {
    this.#reader = reader
    this.#left = left
  }

  /** Returns the names of the graph's inputs. */
  check(bytes: Uint8Array): Set<string> {
    const graph = this.#reader.read('graph', bytes, GRAPH)
    limit('nodes', graph.nodes.count, MODEL_FILE_LIMITS.nodes)
    limitEnds(graph)
    limit('values', graph.valueInfo.count, MODEL_FILE_LIMITS.values)
    for (const piece of graph.sparseInitializers) refuseSparse(this.#reader, piece)
    for (const piece of graph.initializers) {
      const { name, constant } = this.#tensor(piece)
      this.#sizes.constant(name, constant)
    }
    for (const piece of graph.nodes) this.#node(piece)
    this.#sizes.check()
    return new Set([...graph.inputs].map((piece) => nameOf(this.#reader.read('input', piece, VALUE).name)))
  }

  #node(bytes: Uint8Array) {
    const node = this.#reader.read('node', bytes, NODE)
    const operator = nameOf(node.operator)
    const domain = domainOf(node.domain)
    limitEnds(node)
    limit('attributes', node.attributes.count, MODEL_FILE_LIMITS.attributes)
    const attributes = [...node.attributes].map((piece) => readAttribute(this.#reader, piece))
    const holdsGraph = attributes.some(({ graph, graphs }) => graph !== undefined || graphs.count > 0)
    if (holdsGraph || (domain === STANDARD && CONTROL_FLOW.has(operator))) {
      fail('model.refused-control-flow', { operator })
    }
    const name = domain === STANDARD ? operator : `${domain}.${operator}`
    if (!(isAllowed(domain, operator) || this.#left.has(name)) || node.overload?.length) {
      fail('model.refused-operator', { operator: name })
    }
    const constant = attributes.flatMap((attribute) => this.#attribute(attribute))[0]
    const outputs = [...node.outputs].map(nameOf)
    if (operator === 'Constant') {
      if (outputs[0] && constant) this.#sizes.constant(outputs[0], constant)
      return
    }
    const integers = new Map(
      attributes
        .filter((attribute) => attribute.integers.countIntegers() <= MAX_SHAPE)
        .map((attribute) => [nameOf(attribute.name), attribute.integers.integers().map(Number)]),
    )
    this.#sizes.node({ operator, inputs: [...node.inputs].map(nameOf), outputs, integers, value: constant?.numbers[0] })
  }

  /** Returns the constant in an attribute, or an empty list if the attribute contains none. */
  #attribute(attribute: ReturnType<typeof readAttribute>): Constant[] {
    const { tensor, tensors, sparseTensor, sparseTensors, integer, integers, float, floats } = attribute
    // Packed numbers are a single field, so the limit on fields does not count them.
    limit('numbers', Math.max(integers.countIntegers(), floats.byteLength / 4), MODEL_FILE_LIMITS.numbers)
    for (const piece of [...(sparseTensor ? [sparseTensor] : []), ...sparseTensors]) refuseSparse(this.#reader, piece)
    for (const piece of tensors) this.#tensor(piece)
    if (tensor) return [this.#tensor(tensor).constant]
    switch (nameOf(attribute.name)) {
      case 'value_ints':
        return [listOf(integers.countIntegers() > MAX_SHAPE ? UNBOUNDED : integers.integers().map(Number))]
      case 'value_floats':
        return [listOf(floats.byteLength / 4 > MAX_SHAPE ? UNBOUNDED : singlesOf(floats))]
      case 'value_int':
        return [{ numbers: [Number(integer ?? 0n)], dims: [] }]
      case 'value_float':
        return [{ numbers: singlesOf(float ? [float] : []), dims: [] }]
      default:
        return []
    }
  }

  #tensor(bytes: Uint8Array) {
    this.#tensors += 1
    limit('tensors', this.#tensors, MODEL_FILE_LIMITS.tensors)
    return checkTensor(this.#reader, bytes)
  }
}

const listOf = (numbers: number[]): Constant => ({ numbers, dims: [numbers.length] })

export const readAttribute = (reader: ProtobufReader, bytes: Uint8Array) => reader.read('attribute', bytes, ATTRIBUTE)

function limitEnds({ inputs, outputs }: { inputs: Pieces; outputs: Pieces }) {
  limit('inputs', inputs.count, MODEL_FILE_LIMITS.inputs)
  limit('outputs', outputs.count, MODEL_FILE_LIMITS.outputs)
}

function limit(part: string, count: number, most: number) {
  if (count > most) fail('model.refused-size', { part, limit: most })
}

/** Limits the number of inputs before they are parsed one by one. */
function limitInputs(signature: unknown) {
  const { input } = (signature ?? {}) as { input?: { columns?: unknown } | null }
  if (Array.isArray(input?.columns)) limit('inputs', input.columns.length, MODEL_FILE_LIMITS.inputs)
}

export function domainOf(bytes: Uint8Array | undefined): string {
  const domain = nameOf(bytes)
  return domain === 'ai.onnx' ? STANDARD : domain
}

function describedIn(reader: ProtobufReader, metadata: Pieces): ModelSignature | undefined {
  limit('metadata', metadata.count, MODEL_FILE_LIMITS.metadataEntries)
  const entries = [...metadata].map((piece) => reader.read('metadata', piece, ENTRY))
  const [ours, second] = entries.filter(({ key }) => key?.length === OUR_ENTRY.length && nameOf(key) === OUR_ENTRY)
  if (!ours) return undefined
  if (second) throw unreadable('it says twice what it takes and gives')
  limit('metadata', ours.value?.length ?? 0, MODEL_FILE_LIMITS.metadataBytes)
  const content: unknown = JSON.parse(textOf(ours.value))
  limitInputs(content)
  const signature = ModelSignature.safeParse(content)
  if (!signature.success) throw unreadable('what it says of its inputs and output cannot be read')
  return signature.data
}
