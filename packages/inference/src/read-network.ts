import { GRAPH, MODEL, TENSOR } from './onnx-fields.ts'
import { ProtobufReader } from './protobuf.ts'
import { nameOf } from './text.ts'

/** A network as the engine exports one (`engine/engine/export/onnx_file.py`). */
export interface Network {
  /** Mean and factor of each number among the inputs, by its place. */
  scales: Map<number, { mean: number; factor: number }>
  /** Mean and deviation of a label that is a number. */
  label: { mean: number; deviation: number } | null
  /** Float64, little endian, row by row. */
  layers: { weights: Uint8Array; bias: Uint8Array }[]
}

/** Beside what is read here such a file holds texts and places of categories, and its classes. */
const OTHERS = /^(c\d+_places|classes)$/
const DOUBLE = 11n

/** What training may start from, of a file that was checked; undefined where it is no network of ours. */
export function readNetwork(file: Uint8Array): Network | undefined {
  const held = readDoubles(file)
  if (!held) return undefined
  const take = (name: string) => {
    const values = held.get(name)
    held.delete(name)
    return values
  }
  const takeOne = (name: string) => {
    const values = take(name)
    return values?.byteLength === 8 ? new DataView(values.buffer, values.byteOffset).getFloat64(0, true) : undefined
  }
  const scales: Network['scales'] = new Map()
  for (const name of [...held.keys()]) {
    const [, place] = /^c(\d+)_mean$/.exec(name) ?? []
    if (place === undefined) continue
    const [mean, factor] = [takeOne(name), takeOne(`c${place}_factor`)]
    if (mean === undefined || factor === undefined) return undefined
    scales.set(Number(place), { mean, factor })
  }
  const [mean, deviation] = [takeOne('label_mean'), takeOne('label_deviation')]
  const layers: Network['layers'] = []
  while (held.has(`weights${layers.length}`)) {
    const [weights, bias] = [take(`weights${layers.length}`), take(`bias${layers.length}`)]
    if (!weights || !bias) return undefined
    layers.push({ weights, bias })
  }
  if (held.size > 0 || layers.length === 0) return undefined
  return { scales, label: mean === undefined || deviation === undefined ? null : { mean, deviation }, layers }
}

/** The file's constants, by name; undefined where one is of another kind than such a file has. */
function readDoubles(file: Uint8Array): Map<string, Uint8Array> | undefined {
  const reader = new ProtobufReader()
  const { graph } = reader.read('model', file, MODEL)
  const held = new Map<string, Uint8Array>()
  for (const piece of graph ? reader.read('graph', graph, GRAPH).initializers : []) {
    const tensor = reader.read('tensor', piece, TENSOR)
    const name = nameOf(tensor.name)
    if (OTHERS.test(name)) continue
    if (tensor.type !== DOUBLE || !tensor.rawData || held.has(name)) return undefined
    held.set(name, tensor.rawData)
  }
  return held
}
