import {
  ATTRIBUTE,
  DIM,
  ENTRY,
  GRAPH,
  MODEL,
  NODE,
  OPSET,
  SHAPE,
  TENSOR,
  TENSOR_TYPE,
  TYPE,
  VALUE,
} from './onnx-fields.ts'
import type { Fields } from './protobuf.ts'
import { bytesField, integerField, message } from './write-protobuf.ts'

/** Codes of the element types of a tensor in onnx.proto. */
export const ELEMENT = { float: 1, int32: 6, int64: 7, text: 8, float16: 10, double: 11 } as const
const INTEGER_ATTRIBUTE = 2

type NameIn<F extends Fields> = F[keyof F & number][0]

/** Returns the number of a field from the name that our code uses for it. */
export function numberOf<const F extends Fields>(fields: F, name: NameIn<F>): number {
  const [number] = Object.entries(fields).find(([, [own]]) => own === name) ?? []
  return Number(number)
}

const bytes = <const F extends Fields>(fields: F, name: NameIn<F>, content: Uint8Array | string) =>
  bytesField(numberOf(fields, name), content)
const integer = <const F extends Fields>(fields: F, name: NameIn<F>, value: number | bigint) =>
  integerField(numberOf(fields, name), value)

/** Returns an encoded node. Its attributes can only be whole numbers. */
export const nodeOf = (operator: string, inputs: string[], output: string, attributes: [string, number][] = []) =>
  message(
    ...inputs.map((name) => bytes(NODE, 'inputs', name)),
    bytes(NODE, 'outputs', output),
    bytes(NODE, 'operator', operator),
    ...attributes.map(([name, value]) =>
      bytes(
        NODE,
        'attributes',
        message(
          bytes(ATTRIBUTE, 'name', name),
          integer(ATTRIBUTE, 'integer', value),
          integer(ATTRIBUTE, 'type', INTEGER_ATTRIBUTE),
        ),
      ),
    ),
  )

/** Returns an encoded input or output with any number of rows. Without `width`, each row is a single value. */
export function tensorValue(name: string, element: number, width?: number): Uint8Array {
  const dims = [bytes(DIM, 'name', 'rows'), ...(width === undefined ? [] : [integer(DIM, 'value', width)])]
  const shape = message(...dims.map((dim) => bytes(SHAPE, 'dims', dim)))
  const tensor = message(integer(TENSOR_TYPE, 'element', element), bytes(TENSOR_TYPE, 'shape', shape))
  return message(bytes(VALUE, 'name', name), bytes(VALUE, 'type', bytes(TYPE, 'tensor', tensor)))
}

/** Returns an encoded constant list of whole numbers, for example a shape. */
export const integersOf = (name: string, values: number[]) =>
  tensorWith(name, [values.length], ELEMENT.int64, BigInt64Array.from(values, BigInt))

export const numberTensor = (name: string, value: number) =>
  tensorWith(name, [], ELEMENT.double, Float64Array.of(value))

export const textsOf = (name: string, texts: string[]) =>
  message(...head(name, [texts.length], ELEMENT.text), ...texts.map((text) => bytes(TENSOR, 'textData', text)))

const head = (name: string, dims: number[], element: number) => [
  ...dims.map((dim) => integer(TENSOR, 'dims', dim)),
  integer(TENSOR, 'type', element),
  bytes(TENSOR, 'name', name),
]

const tensorWith = (name: string, dims: number[], element: number, values: BigInt64Array | Float64Array) =>
  message(...head(name, dims, element), bytes(TENSOR, 'rawData', new Uint8Array(values.buffer)))

export interface WrittenGraph {
  nodes: Uint8Array[]
  tensors: Uint8Array[]
  inputs: Uint8Array[]
  outputs: Uint8Array[]
}

/** Returns a model file with this graph and description. `opsets` are the operator sets of another file. */
export function modelOf(
  { nodes, tensors, inputs, outputs }: WrittenGraph,
  { irVersion, opsets, entry }: { irVersion: bigint; opsets: Uint8Array[]; entry: [key: string, value: string] },
): Uint8Array {
  const graph = message(
    ...nodes.map((node) => bytes(GRAPH, 'nodes', node)),
    bytes(GRAPH, 'name', 'model'),
    ...tensors.map((tensor) => bytes(GRAPH, 'initializers', tensor)),
    ...inputs.map((value) => bytes(GRAPH, 'inputs', value)),
    ...outputs.map((value) => bytes(GRAPH, 'outputs', value)),
  )
  const [key, value] = entry
  return message(
    integer(MODEL, 'irVersion', irVersion),
    bytes(MODEL, 'graph', graph),
    ...opsets.map((opset) => bytes(MODEL, 'opsetImports', opset)),
    bytes(MODEL, 'metadata', message(bytes(ENTRY, 'key', key), bytes(ENTRY, 'value', value))),
  )
}

export const opsetOf = (domain: string, version: number) =>
  message(bytes(OPSET, 'domain', domain), integer(OPSET, 'version', version))
