import { AppError, type FileReading, fail, IMPORT_LIMITS } from '@tessera/contract'
import { type CheckedParts, checkParts, domainOf, readAttribute, refusing, signatureOf } from '../check-model.ts'
import { GRAPH, NODE, OPSET, TENSOR, VALUE } from '../onnx-fields.ts'
import { MACHINE_LEARNING, STANDARD } from '../operators.ts'
import { nameOf } from '../text.ts'
import { ELEMENT } from '../write-onnx.ts'
import { type Tensor, tensorOf } from './tensors.ts'

/**
 * Operator with which other programs end a graph. It converts numbers to a map with names, so the numbers are read from
 * its input.
 */
const NAMED_LIST = 'ZipMap'
/** Every program writes the version of the format first, so a file that begins with another byte has another format. */
const FIRST_BYTE = 8
const LEFT_OUT: ReadonlySet<string> = new Set([`${MACHINE_LEARNING}.${NAMED_LIST}`])

/** From this operator set on, the operators that are put around a file's graph work as they are used here. */
export const MIN_OPSET = 11

/**
 * The checked parts of a file that lacks Tessera's description. A graph of Tessera can be put around the file's graph.
 */
export interface ImportedParts extends CheckedParts {
  takes: Tensor[]
  gives: Tensor[]
  classes: string[] | null
  /** The nodes of the file's graph that the adapted file contains. */
  nodes: Uint8Array[]
  tensors: Uint8Array[]
}

/** Returns what a file declares about itself. The file is checked first, like any model. */
export function readImported(file: Uint8Array): FileReading {
  return refusing(() => {
    if (file[0] !== FIRST_BYTE) fail('model.import-not-onnx')
    const parts = checkParts(file, LEFT_OUT)
    const signature = signatureOf(parts)
    if (signature) return { signature, inputs: [], outputs: [], classes: null }
    const { takes, gives, classes } = partsOf(parts)
    return { signature: null, inputs: takes.map(described), outputs: gives.map(described), classes }
  })
}

export const importedParts = (file: Uint8Array): ImportedParts => partsOf(checkParts(file, LEFT_OUT))

const described = ({ name, kind, width }: Tensor) => ({ name, kind, width })

function partsOf(parts: CheckedParts): ImportedParts {
  const { reader } = parts
  requireOpset(parts)
  const graph = reader.read('graph', parts.graph, GRAPH)
  const nodes = [...graph.nodes].map((bytes) => readNode(parts, bytes))
  const lists = nodes.filter(({ isNamedList }) => isNamedList)
  const classes = labelsOf(lists) ?? labelsOf(nodes)
  const tensors = [...graph.initializers]
  // Files of earlier IR versions also list their constants among the inputs.
  const held = new Set(tensors.map((piece) => nameOf(reader.read('tensor', piece, TENSOR).name)))
  const takes = [...graph.inputs].filter((piece) => !held.has(valueName(parts, piece)))
  if (takes.length === 0) fail('model.import-no-input')
  const taken = takes.map((piece) => tensorOf(reader, piece))
  const listed = new Set(lists.map(({ output }) => output))
  const plain = [...graph.outputs].filter((piece) => !listed.has(valueName(parts, piece)))
  const gives = [
    ...lists.map(({ input }) => numbersBefore(input, classes)),
    ...plain.flatMap((one) => numbersIn(parts, one)),
  ]
  if (gives.length === 0) fail('model.import-no-answer')
  return {
    ...parts,
    gives,
    classes,
    tensors,
    takes: taken,
    nodes: nodes.flatMap(({ isNamedList, bytes }) => (isNamedList ? [] : [bytes])),
  }
}

const valueName = ({ reader }: CheckedParts, piece: Uint8Array) => nameOf(reader.read('value', piece, VALUE).name)

const numbersBefore = (name: string, classes: string[] | null): Tensor => ({
  name,
  kind: 'number',
  width: classes?.length ?? null,
  element: ELEMENT.float,
  isWhole: false,
  isFlat: false,
})

/**
 * Returns the tensor of an output, or an empty list if it contains no predictions that can be read, such as a text
 * label.
 */
function numbersIn({ reader }: CheckedParts, piece: Uint8Array): Tensor[] {
  try {
    const tensor = tensorOf(reader, piece)
    return tensor.kind === 'number' ? [tensor] : []
  } catch (error) {
    if (error instanceof AppError && error.code.startsWith('model.import-')) return []
    throw error
  }
}

interface ReadNode {
  bytes: Uint8Array
  isNamedList: boolean
  input: string
  output: string
  labels: string[] | null
}

function readNode({ reader }: CheckedParts, bytes: Uint8Array): ReadNode {
  const node = reader.read('node', bytes, NODE)
  const isLearned = domainOf(node.domain) === MACHINE_LEARNING
  const [input = ''] = [...node.inputs].map(nameOf)
  const [output = ''] = [...node.outputs].map(nameOf)
  const attributes = isLearned ? [...node.attributes].map((piece) => readAttribute(reader, piece)) : []
  const labels = attributes.map(labelsIn).find((found) => found !== null) ?? null
  return { bytes, isNamedList: isLearned && nameOf(node.operator) === NAMED_LIST, input, output, labels }
}

/**
 * Returns the class names. Depending on the operator, they are in `classlabels_strings`, `classlabels_ints` or
 * `classlabels_int64s`.
 */
function labelsIn({ name, texts, integers }: ReturnType<typeof readAttribute>): string[] | null {
  if (!nameOf(name).startsWith('classlabels_')) return null
  if (texts.count > IMPORT_LIMITS.classes || integers.countIntegers() > IMPORT_LIMITS.classes) return null
  const labels = texts.count > 0 ? [...texts].map(nameOf) : integers.integers().map(String)
  return labels.length > 1 ? labels : null
}

const labelsOf = (nodes: ReadNode[]) => nodes.find(({ labels }) => labels !== null)?.labels ?? null

function requireOpset({ reader, model }: CheckedParts) {
  for (const piece of model.opsetImports) {
    const { domain, version } = reader.read('opset', piece, OPSET)
    if (domainOf(domain) === STANDARD && Number(version ?? 0n) < MIN_OPSET) {
      fail('model.import-opset', { version: Number(version ?? 0n), least: MIN_OPSET })
    }
  }
}
