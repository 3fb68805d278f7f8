import { GRAPH, MODEL, TENSOR } from './onnx-fields.ts'
import { ProtobufReader } from './protobuf.ts'
import { nameOf } from './text.ts'

/** The parts of an exported model (`engine/engine/export`) from which training can continue. */
export interface Learned {
  /** Mean and factor of each numeric input, in the order of inputs. */
  scales: { mean: number; factor: number }[]
  /** Mean and standard deviation of the label, if it is a number. */
  label: { mean: number; deviation: number } | null
  /** Names of the model's parameters, in the order of the file. */
  names: string[]
  /** All parameters of the model in the order of the file: float64, little-endian. */
  numbers: Uint8Array
}

/**
 * Matches the weights and biases of layers, and other learned parameters (`LEARNED` in the engine's `export/graph.py`).
 */
const LEARNED = /^((weights|bias)\d+|learned_.+)$/

type Read = (view: DataView, at: number) => number

/** Number types of a tensor by ONNX's code: the bytes per number, and the function that reads it. */
const TYPES = new Map<bigint, [bytes: number, read: Read]>([
  [1n, [4, (view, at) => view.getFloat32(at, true)]],
  [4n, [2, (view, at) => view.getUint16(at, true)]],
  [11n, [8, (view, at) => view.getFloat64(at, true)]],
])

/**
 * Reads the parameters from the constants of a checked file. Returns undefined if training cannot continue from the
 * file.
 */
export function readLearned(file: Uint8Array): Learned | undefined {
  const held = readConstants(file)
  const one = (name: string) => {
    const values = held.get(name)
    return values?.length === 1 ? values[0] : undefined
  }
  const means = held.get('x_mean') ?? inOrder(held, 'mean')
  const factors = held.get('x_factor') ?? inOrder(held, 'factor')
  const [mean, deviation] = [one('label_mean'), one('label_deviation')]
  const parts = [...held].filter(([name]) => LEARNED.test(name))
  if (parts.length === 0 || means.length !== factors.length) return undefined
  return {
    scales: [...means].map((mean, place) => ({ mean, factor: factors[place] as number })),
    label: mean === undefined || deviation === undefined ? null : { mean, deviation },
    names: parts.map(([name]) => name),
    numbers: bytesOf(parts.map(([, values]) => values)),
  }
}

/** Returns the values of the columns `c0`, `c1` and so on, for the columns that have one. */
function inOrder(held: Map<string, Float64Array>, what: 'mean' | 'factor'): Float64Array {
  const pattern = new RegExp(`^c(\\d+)_${what}$`)
  const found = [...held].flatMap(([name, values]): [number, number][] => {
    const [, place] = pattern.exec(name) ?? []
    return place === undefined || values.length !== 1 ? [] : [[Number(place), values[0] as number]]
  })
  return Float64Array.from(found.toSorted(([one], [other]) => one - other).map(([, value]) => value))
}

/**
 * Returns the constants of the file that have a type of parameters, by name and in the order of the file. If two
 * constants have the same name, both are left out.
 */
function readConstants(file: Uint8Array): Map<string, Float64Array> {
  const reader = new ProtobufReader()
  const { graph } = reader.read('model', file, MODEL)
  const [held, twice] = [new Map<string, Float64Array>(), new Set<string>()]
  for (const piece of graph ? reader.read('graph', graph, GRAPH).initializers : []) {
    const { name: given, type, rawData } = reader.read('tensor', piece, TENSOR)
    const [bytes, read] = TYPES.get(type ?? 0n) ?? []
    if (!bytes || !read || !rawData) continue
    const name = nameOf(given)
    if (held.has(name)) twice.add(name)
    const view = new DataView(rawData.buffer, rawData.byteOffset, rawData.byteLength)
    held.set(
      name,
      Float64Array.from({ length: rawData.byteLength / bytes }, (_, place) => read(view, place * bytes)),
    )
  }
  for (const name of twice) held.delete(name)
  return held
}

function bytesOf(parts: Float64Array[]): Uint8Array {
  const whole = new DataView(new ArrayBuffer(8 * parts.reduce((sum, { length }) => sum + length, 0)))
  let at = 0
  for (const part of parts) {
    for (const value of part) {
      whole.setFloat64(at, value, true)
      at += 8
    }
  }
  return new Uint8Array(whole.buffer)
}
