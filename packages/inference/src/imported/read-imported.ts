import { AppError, type FileReading, fail, IMPORT_LIMITS } from '@tessera/contract'
import { type CheckedParts, checkParts, domainOf, readAttribute, refusing, signatureOf } from '../check-model.ts'
import { GRAPH, NODE, OPSET, TENSOR, VALUE } from '../onnx-fields.ts'
import { MACHINE_LEARNING, STANDARD } from '../operators.ts'
import { nameOf } from '../text.ts'
import { ELEMENT } from '../write-onnx.ts'
import { type Tensor, tensorOf } from './tensors.ts'

/** It makes of numbers a list with names, which other programs put last; the numbers are read in front of it. */
const NAMED_LIST = 'ZipMap'
/** Every program writes the version of the format first: what begins otherwise is another kind of file. */
const FIRST_BYTE = 8
const LEFT_OUT: ReadonlySet<string> = new Set([`${MACHINE_LEARNING}.${NAMED_LIST}`])

/** From this version of ONNX's operators on those that are put around a file's own are as they are used there. */
export const LEAST_OPSET = 11

/** A file that says nothing in our words, with what is needed to put a graph of ours around its own. */
export interface ImportedParts extends CheckedParts {
  takes: Tensor[]
  gives: Tensor[]
  classes: string[] | null
  /** Those that are kept. */
  nodes: Uint8Array[]
  tensors: Uint8Array[]
}

/** What a file says of itself. It is checked first, as any model is. */
export function readImported(file: Uint8Array): FileReading {
  return refusing(() => {
    if (file[0] !== FIRST_BYTE) fail('model.import-not-onnx')
    const parts = checkParts(file, LEFT_OUT)
    const signature = signatureOf(parts)
    if (signature) return { signature, inputs: [], outputs: [], classes: null }
    const { takes, gives, classes } = partsOf(parts)
    return { signature: null, inputs: takes.map(told), outputs: gives.map(told), classes }
  })
}

export const importedParts = (file: Uint8Array): ImportedParts => partsOf(checkParts(file, LEFT_OUT))

const told = ({ name, kind, width }: Tensor) => ({ name, kind, width })

function partsOf(parts: CheckedParts): ImportedParts {
  const { reader } = parts
  requireOpset(parts)
  const graph = reader.read('graph', parts.graph, GRAPH)
  const nodes = [...graph.nodes].map((bytes) => readNode(parts, bytes))
  const lists = nodes.filter(({ isNamedList }) => isNamedList)
  const classes = labelsOf(lists) ?? labelsOf(nodes)
  const tensors = [...graph.initializers]
  // Earlier files name what they hold among their inputs.
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
    ...{ gives, classes, tensors },
    takes: taken,
    nodes: nodes.flatMap(({ isNamedList, bytes }) => (isNamedList ? [] : [bytes])),
  }
}

const valueName = ({ reader }: CheckedParts, piece: Uint8Array) => nameOf(reader.read('value', piece, VALUE).name)

const numbersBefore = (name: string, classes: string[] | null): Tensor => ({
  ...{ name, kind: 'number', width: classes?.length ?? null },
  ...{ element: ELEMENT.float, isWhole: false, isFlat: false },
})

/** None of an output that no answer can be read from: a label in words, say. */
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

/** Classes stand in `classlabels_strings`, `classlabels_ints` or `classlabels_int64s`, by operator. */
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
    if (domainOf(domain) === STANDARD && Number(version ?? 0n) < LEAST_OPSET) {
      fail('model.import-opset', { version: Number(version ?? 0n), least: LEAST_OPSET })
    }
  }
}
