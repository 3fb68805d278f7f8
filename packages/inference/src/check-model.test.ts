import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { checkModel } from './check-model.ts'
import { writeModels } from './testing/write-models.ts'

let folder: string
beforeAll(async () => {
  folder = await writeModels('write_refused_models')
})

const fileOf = (name: string) => readFile(join(folder, `${name}.onnx`))
const classes = () => readFile(new URL('../test-data/classes.onnx', import.meta.url))

/** Returns the error that the check throws. */
function refusalOf(file: Uint8Array): unknown {
  try {
    return checkModel(file)
  } catch (error) {
    return error
  }
}

test.each([
  ['external-initializer', 'external-data', { name: 'w' }],
  ['external-entries', 'external-data', { name: 'w' }],
  ['external-constant', 'external-data', { name: 'w' }],
  ['external-sparse', 'external-data', { name: 'w' }],
  ['sparse', 'part', { part: 'sparse tensor' }],
  ['loop', 'control-flow', { operator: 'Loop' }],
  ['if', 'control-flow', { operator: 'If' }],
  ['hidden-graph', 'control-flow', { operator: 'Identity' }],
  ['functions', 'part', { part: 'functions' }],
  ['training', 'part', { part: 'training_info' }],
  ['annotated', 'part', { part: 'graph, field 14' }],
  ['custom-domain', 'operator', { operator: 'com.microsoft' }],
  ['unknown-operator', 'operator', { operator: 'RandomNormalLike' }],
  ['unknown-tree', 'operator', { operator: 'ai.onnx.ml.StringNormalizer' }],
  ['many-nodes', 'size', { part: 'nodes' }],
  ['large-fill', 'size', { part: 'ConstantOfShape' }],
  ['large-tile', 'size', { part: 'Tile' }],
  ['large-range', 'size', { part: 'Range' }],
  ['large-padding', 'size', { part: 'Conv' }],
  ['two-sizes', 'unreadable', { detail: 'the size of w and its data differ' }],
])('refuses the model file %s with the reason %s', async (name, reason, params) => {
  expect(refusalOf(await fileOf(name))).toMatchObject({ code: `model.refused-${reason}`, params })
})

const FILLED = [
  ...['identity', 'chain', 'cast', 'half', 'reshape', 'concat', 'gather', 'power', 'shift', 'constant', 'floats'],
  ...['filled', 'shape-of', 'later'],
]
test.each([
  ...FILLED.map((name) => [name, 'ConstantOfShape']),
  ...['Expand', 'Tile', 'Pad', 'OneHot', 'Resize', 'Range'].map((operator) => [operator.toLowerCase(), operator]),
])('refuses a constant that other operators make too large for the memory: %s', async (name, part) => {
  expect(refusalOf(await fileOf(`behind-${name}`))).toMatchObject({ code: 'model.refused-size', params: { part } })
})

test.each(['trees', 'picture-net', 'small-fill'])(
  'accepts the model file %s, a kind of model that is planned',
  async (name) => {
    expect(checkModel(await fileOf(name)).output).toEqual({ kind: 'number', label: 'x' })
  },
)

test('reports the input and output that the model file declares', async () => {
  expect(checkModel(await classes())).toEqual({
    input: {
      kind: 'table',
      columns: [
        { name: 'c0', column: 'age', kind: 'number', example: 50 },
        { name: 'c1', column: 'sex', kind: 'category', categories: ['f', 'm'] },
      ],
    },
    output: { kind: 'classes', label: 'ill', classes: ['no', 'yes'] },
  })
})

/** Encodes a protobuf field of bytes. */
const field = (number: number, ...bytes: number[]) => [number * 8 + 2, bytes.length, ...bytes]
const varint = (number: number, ...bytes: number[]) => [number * 8, ...bytes]
const words = (text: string) => [...Buffer.from(text)]

test.each([
  ['nothing', [], 'it has no graph'],
  ['text', words('{"a": 1}'), /./],
  ['a second graph, which some readers add to the first', [...field(7), ...field(7)], 'model: graph occurs twice'],
  ['a graph in another form', varint(7, 1), 'model: graph has another form'],
  ['a length past the end', [7 * 8 + 2, 100, 0], 'it is cut short'],
  ['a length past every end', [7 * 8 + 2, ...Array(9).fill(255), 1], 'it is cut short'],
  ['a number of more than 64 bits', varint(1, ...Array(9).fill(255), 2), 'a number has more than 64 bits'],
  ['a number without end', varint(1, ...Array(11).fill(128)), 'a number has more than 64 bits'],
  ['a group, which is obsolete', [7 * 8 + 3, 7 * 8 + 4], /no protocol buffer/],
  ['a graph without a signature', field(7), 'it does not say what it takes and gives'],
  ['an invalid signature', [...field(7), ...field(14, ...field(1, ...words('tessera')), ...field(2, 91, 93))], /./],
  ['another format that onnxruntime would take', [...varint(1, 8), 0x12, 0x04, ...words('ORTM')], /not in ONNX format/],
])('refuses a file with %s as unreadable', (_what, bytes, detail) => {
  expect(refusalOf(Uint8Array.from(bytes))).toMatchObject({
    code: 'model.refused-unreadable',
    params: { detail: expect.stringMatching(detail) },
  })
})

/** Encodes a protobuf field of any length. */
function long(number: number, content: Uint8Array): Uint8Array {
  const length: number[] = []
  for (let rest = content.length; length.length === 0 || rest > 0; rest = Math.floor(rest / 128)) {
    length.push((rest % 128) + (rest >= 128 ? 128 : 0))
  }
  return Buffer.concat([Uint8Array.from([number * 8 + 2, ...length]), content])
}
const graphOf = (...parts: Uint8Array[]) => long(7, Buffer.concat(parts))
const repeated = (count: number, bytes: number[]) => Buffer.alloc(count * bytes.length, Uint8Array.from(bytes))
const empty = (number: number, count: number) => repeated(count, field(number))
const nodeOf = (operator: string, ...parts: Uint8Array[]) =>
  long(1, Buffer.concat([Uint8Array.from(field(4, ...words(operator))), ...parts]))
/** The first integer has too many bits. Only code that reads the integers detects this. */
const broken = Buffer.from([...Array(10).fill(128), 1, ...Array(100).fill(1)])
const entry = (key: string, value: Uint8Array) =>
  long(14, Buffer.concat([Uint8Array.from(field(1, ...words(key))), long(2, value)]))
const signature = (inputs: number) =>
  Buffer.from(
    JSON.stringify({
      input: { kind: 'table', columns: Array(inputs).fill(0) },
      output: { kind: 'number', label: 'x' },
    }),
  )

test.each([
  ['dimensions', 16, graphOf(long(5, long(1, broken)))],
  ['attributes', 64, graphOf(nodeOf('Add', empty(5, 65)))],
  ['numbers', 2_000_000, graphOf(nodeOf('Add', long(5, long(8, Buffer.alloc(2_000_001, 1)))))],
  ['numbers', 2_000_000, graphOf(nodeOf('Add', long(5, long(7, Buffer.alloc(8_000_004)))))],
  ['inputs', 10_000, graphOf(nodeOf('Add', empty(1, 10_001)))],
  ['outputs', 10_000, graphOf(nodeOf('Add', empty(2, 10_001)))],
  ['inputs', 10_000, graphOf(empty(11, 10_001))],
  ['outputs', 10_000, graphOf(empty(12, 10_001))],
  ['values', 200_000, graphOf(empty(13, 200_001))],
  ['opsets', 100, Buffer.concat([empty(8, 101), graphOf()])],
  ['metadata', 1_000, Buffer.concat([graphOf(), empty(14, 1_001)])],
  ['metadata', 1_048_576, Buffer.concat([graphOf(), entry('tessera', Buffer.alloc(1_048_577, '['))])],
  ['inputs', 10_000, Buffer.concat([graphOf(), entry('tessera', signature(10_001))])],
  ['name', 1_000, graphOf(nodeOf('x'.repeat(100), long(7, Buffer.alloc(1_001, 'x'))))],
  ['fields', 2_000_000, graphOf(empty(13, 2_000_001))],
])('refuses a file that takes more work to read than any real model: %s over %i', (part, limit, bytes) => {
  expect(refusalOf(bytes)).toMatchObject({ code: 'model.refused-size', params: { part, limit } })
})

test('does not read the numbers of a constant that is too long to be a shape', () => {
  const bytes = graphOf(
    nodeOf('Constant', long(5, Buffer.concat([long(1, Buffer.from('value_ints')), long(8, broken)]))),
  )
  expect(refusalOf(bytes)).toMatchObject({ params: { detail: 'it does not say what it takes and gives' } })
})

test('refuses a model file with an unknown field', () => {
  expect(refusalOf(Uint8Array.from([...field(7), ...varint(9, 1)]))).toMatchObject({
    code: 'model.refused-part',
    params: { part: 'model, field 9' },
  })
})

test('refuses a model file that was truncated at any position', async () => {
  const file = await classes()
  for (let length = 0; length < file.length; length += 7) {
    expect(refusalOf(file.subarray(0, length))).toMatchObject({ code: expect.stringMatching(/^model\.refused-/) })
  }
})

test('returns a signature or a refusal for a model file in which any byte was changed', async () => {
  const file = await classes()
  for (let at = 0; at < file.length; at += 1) {
    const altered = Uint8Array.from(file)
    altered[at] = (altered[at] as number) ^ 0x55
    const answer = refusalOf(altered) as { code?: string; input?: unknown }
    expect(answer.code ?? answer.input).toBeDefined()
    if (answer.code) expect(answer.code).toMatch(/^model\.refused-/)
  }
})
