import { fail, IMPORT_LIMITS, type ImportedDescription, type InputColumn } from '@tessera/contract'
import { domainOf, type ModelSignature, OUR_ENTRY, refusing } from '../check-model.ts'
import { NODE, OPSET, TENSOR } from '../onnx-fields.ts'
import { STANDARD } from '../operators.ts'
import {
  ELEMENT,
  integersOf,
  modelOf,
  nodeOf,
  numberOf,
  numberTensor,
  opsetOf,
  tensorValue,
  textsOf,
} from '../write-onnx.ts'
import { withTexts } from '../write-protobuf.ts'
import { type ImportedParts, importedParts } from './read-imported.ts'
import type { Tensor } from './tensors.ts'

/** Operator set for a file that uses no standard operators. */
const OUR_OPSET = 17
/** From this IR version on, a file need not list its initialisers among its inputs. */
const MIN_IR = 4n

/**
 * Converts an imported file to the form that every stored model has. A graph is put around the file's graph: each
 * column becomes an input, the outputs get Tessera's names, and the member's description is stored in the metadata. The
 * nodes and numbers of the file do not change; its names get a prefix so that they do not collide with Tessera's.
 */
export function adaptImported(file: Uint8Array, description: ImportedDescription): Uint8Array {
  return refusing(() => {
    const imported = importedParts(file)
    const answer = imported.gives.find(({ name }) => name === description.output) ?? fail('model.import-no-answer')
    const columns = columnsOf(imported.takes, description.columns)
    const output = outputOf(answer, description)
    const before = intoInputs(imported.takes, columns)
    const behind =
      output.kind === 'classes'
        ? intoClasses(answer, output.classes.map(String), description.reading === 'scores')
        : intoNumber(answer)
    const signature: ModelSignature = { input: { kind: 'table', columns: columns.flat() }, output }
    return modelOf(
      {
        nodes: [...before.nodes, ...imported.nodes.map(ownNode), ...behind.nodes],
        tensors: [...imported.tensors.map(ownTensor), ...before.tensors, ...behind.tensors],
        inputs: before.inputs,
        outputs: behind.outputs,
      },
      {
        irVersion: imported.model.irVersion ?? MIN_IR,
        opsets: opsetsOf(imported),
        entry: [OUR_ENTRY, JSON.stringify(signature)],
      },
    )
  })
}

const own = (name: string) => (name === '' ? '' : `imported/${name}`)
const ownNode = (node: Uint8Array) => withTexts(node, [numberOf(NODE, 'inputs'), numberOf(NODE, 'outputs')], own)
const ownTensor = (tensor: Uint8Array) => withTexts(tensor, [numberOf(TENSOR, 'name')], own)

/** Returns the columns of each input. Fails if their number does not match the input or their names are invalid. */
function columnsOf(takes: Tensor[], given: string[][]): InputColumn[][] {
  const names = given.map((list) => list.map((name) => name.trim()))
  requireNames(names.flat(), IMPORT_LIMITS.columns)
  let place = 0
  return takes.map(({ name, kind, width, isWhole }, at) => {
    const list = names[at] ?? []
    const expected = width ?? Math.max(list.length, 1)
    if (list.length !== expected) fail('model.import-columns', { name, expected, given: list.length })
    return list.map((column): InputColumn => {
      const input = { name: `c${place++}`, column }
      if (kind === 'text') return { ...input, kind: 'category' }
      return { ...input, kind: 'number', ...(isWhole && { required: true }) }
    })
  })
}

function outputOf(
  { name, width }: Tensor,
  { label: given, reading, classes }: ImportedDescription,
): ModelSignature['output'] {
  const label = given.trim()
  requireNames([label], 1)
  if (reading === 'number') {
    return (width ?? 1) === 1 ? { kind: 'number', label } : fail('model.import-not-number', { name, width: width ?? 0 })
  }
  const names = classes.map((one) => one.trim())
  requireNames(names, IMPORT_LIMITS.classes)
  // A single number is the probability of the second of two classes.
  const expected = width === 1 ? 2 : (width ?? Math.max(names.length, 2))
  if (names.length !== expected) fail('model.import-classes', { expected, given: names.length })
  return { kind: 'classes', label, classes: names }
}

function requireNames(names: string[], most: number) {
  if (names.length > most) fail('model.import-too-many', { limit: most })
  const known = new Set<string>()
  for (const name of names) {
    if (name === '' || name.length > IMPORT_LIMITS.name || known.has(name)) {
      fail('model.import-names', { name: name.slice(0, IMPORT_LIMITS.name), limit: IMPORT_LIMITS.name })
    }
    known.add(name)
  }
}

/** Converts columns with one value per row to the inputs of the file. */
function intoInputs(takes: Tensor[], columns: InputColumn[][]) {
  const nodes: Uint8Array[] = []
  const tensors: Uint8Array[] = []
  for (const [at, { name, element, isFlat }] of takes.entries()) {
    const [joined, typed, flat] = [`joined${at}`, `typed${at}`, `flat${at}`]
    const names = columns[at]?.map((column) => column.name) ?? []
    nodes.push(nodeOf('Concat', names, joined, [['axis', 1]]), nodeOf('Cast', [joined], typed, [['to', element]]))
    if (isFlat) tensors.push(integersOf(flat, [-1]))
    nodes.push(isFlat ? nodeOf('Reshape', [typed, flat], own(name)) : nodeOf('Identity', [typed], own(name)))
  }
  const inputs = columns
    .flat()
    .map(({ name, kind }) => tensorValue(name, kind === 'category' ? ELEMENT.text : ELEMENT.double, 1))
  return { nodes, tensors, inputs }
}

/** Returns the class with the highest probability, and ignores the file's own label output. */
function intoClasses({ name, width }: Tensor, classes: string[], areScores: boolean) {
  const isSingle = width === 1
  return {
    nodes: [
      nodeOf('Cast', [own(name)], 'answer', [['to', ELEMENT.double]]),
      nodeOf('Reshape', ['answer', 'rows'], 'numbers'),
      ...(isSingle ? secondOfTwo(areScores) : [softmax(areScores)]),
      nodeOf('ArgMax', ['probabilities'], 'place', [
        ['axis', 1],
        ['keepdims', 0],
      ]),
      nodeOf('Gather', ['classes', 'place'], 'label', [['axis', 0]]),
    ],
    tensors: [
      integersOf('rows', [-1, isSingle ? 1 : classes.length]),
      textsOf('classes', classes),
      numberTensor('one', 1),
    ],
    outputs: [tensorValue('label', ELEMENT.text), tensorValue('probabilities', ELEMENT.double, classes.length)],
  }
}

const softmax = (areScores: boolean) =>
  areScores
    ? nodeOf('Softmax', ['numbers'], 'probabilities', [['axis', 1]])
    : nodeOf('Identity', ['numbers'], 'probabilities')

const secondOfTwo = (isScore: boolean) => [
  nodeOf(isScore ? 'Sigmoid' : 'Identity', ['numbers'], 'second'),
  nodeOf('Sub', ['one', 'second'], 'first'),
  nodeOf('Concat', ['first', 'second'], 'probabilities', [['axis', 1]]),
]

function intoNumber({ name }: Tensor) {
  return {
    nodes: [
      nodeOf('Cast', [own(name)], 'answer', [['to', ELEMENT.double]]),
      nodeOf('Reshape', ['answer', 'rows'], 'prediction'),
    ],
    tensors: [integersOf('rows', [-1, 1])],
    outputs: [tensorValue('prediction', ELEMENT.double, 1)],
  }
}

function opsetsOf({ reader, model }: ImportedParts): Uint8Array[] {
  const opsets = [...model.opsetImports]
  const hasStandard = opsets.some((piece) => domainOf(reader.read('opset', piece, OPSET).domain) === STANDARD)
  return hasStandard ? opsets : [...opsets, opsetOf(STANDARD, OUR_OPSET)]
}
