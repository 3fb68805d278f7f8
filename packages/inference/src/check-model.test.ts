import { rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkModel } from './check-model.ts'
import { writeModels } from './testing/write-models.ts'

let folder: string
beforeAll(async () => {
  folder = await writeModels('write_refused_models')
})
afterAll(() => rmSync(folder, { recursive: true }))

const fileOf = (name: string) => readFile(join(folder, `${name}.onnx`))
const classes = () => readFile(new URL('../test-data/classes.onnx', import.meta.url))

/** What the check throws. */
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
  ['two-sizes', 'unreadable', { detail: 'the size of w and its data differ' }],
])('%s is refused: %s', async (name, reason, params) => {
  expect(refusalOf(await fileOf(name))).toMatchObject({ code: `model.refused-${reason}`, params })
})

test.each(['trees', 'picture-net'])('%s, of a kind to come, is let through', async (name) => {
  expect(checkModel(await fileOf(name)).output).toEqual({ kind: 'number', label: 'x' })
})

test('says what the model takes and gives, from the file itself', async () => {
  expect(checkModel(await classes())).toEqual({
    inputs: [
      { name: 'c0', column: 'age', kind: 'number', example: 50 },
      { name: 'c1', column: 'sex', kind: 'category', categories: ['f', 'm'] },
    ],
    output: { kind: 'classes', label: 'ill', classes: ['no', 'yes'] },
  })
})

/** A field of bytes, and one with a number. */
const field = (number: number, ...bytes: number[]) => [number * 8 + 2, bytes.length, ...bytes]
const varint = (number: number, ...bytes: number[]) => [number * 8, ...bytes]
const words = (text: string) => [...Buffer.from(text)]

test.each([
  ['nothing', [], 'it has no graph'],
  ['text', words('{"a": 1}'), /./],
  ['a second graph, which some readers add to the first', [...field(7), ...field(7)], 'model: graph stands twice'],
  ['a graph in another form', varint(7, 1), 'model: graph has another form'],
  ['a length past the end', [7 * 8 + 2, 100, 0], 'it is cut short'],
  ['a length past every end', [7 * 8 + 2, ...Array(9).fill(255), 1], 'it is cut short'],
  ['a number of more than 64 bits', varint(1, ...Array(9).fill(255), 2), 'a number has more than 64 bits'],
  ['a number without end', varint(1, ...Array(11).fill(128)), 'a number has more than 64 bits'],
  ['a group, as no reader writes any more', [7 * 8 + 3, 7 * 8 + 4], /no protocol buffer/],
  ['a graph without a signature', field(7), 'it does not say what it takes and gives'],
  ['a signature that is none', [...field(7), ...field(14, ...field(1, ...words('tessera')), ...field(2, 91, 93))], /./],
  ['another format that onnxruntime would take', [...varint(1, 8), 0x12, 0x04, ...words('ORTM')], /not in ONNX format/],
])('%s is refused as unreadable', (_what, bytes, detail) => {
  expect(refusalOf(Uint8Array.from(bytes))).toMatchObject({
    code: 'model.refused-unreadable',
    params: { detail: expect.stringMatching(detail) },
  })
})

test('a field that nobody knows is refused', () => {
  expect(refusalOf(Uint8Array.from([...field(7), ...varint(9, 1)]))).toMatchObject({
    code: 'model.refused-part',
    params: { part: 'model, field 9' },
  })
})

test('wherever a file is cut, it is refused, and never an error of another sort', async () => {
  const file = await classes()
  for (let length = 0; length < file.length; length += 7) {
    expect(refusalOf(file.subarray(0, length))).toMatchObject({ code: expect.stringMatching(/^model\.refused-/) })
  }
})

test('whatever byte is another, the answer is a signature or a refusal', async () => {
  const file = await classes()
  for (let at = 0; at < file.length; at += 1) {
    const altered = Uint8Array.from(file)
    altered[at] = (altered[at] as number) ^ 0x55
    const answer = refusalOf(altered) as { code?: string; inputs?: unknown[] }
    expect(answer.code ?? answer.inputs).toBeDefined()
    if (answer.code) expect(answer.code).toMatch(/^model\.refused-/)
  }
})
