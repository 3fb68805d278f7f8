import { expect, test } from 'vitest'
import { z } from 'zod'
import { FromRoom, HIGHEST_ROOM, ToRoom } from './room.ts'

/** Every schema within a JSON schema, however deep. */
function within(schema: unknown): Record<string, unknown>[] {
  if (schema === null || typeof schema !== 'object') return []
  const own = 'type' in schema || 'const' in schema ? [schema as Record<string, unknown>] : []
  return [...own, ...Object.values(schema).flatMap(within)]
}

/** The platform knows them all, and makes nothing of another. */
const isId = ({ format, pattern }: Record<string, unknown>) => format === 'uuid' && pattern !== undefined

test('what a room says holds no text of its own choice, and nothing that could hold one', () => {
  const all = within(z.toJSONSchema(FromRoom, { io: 'input' }))
  const free = all.filter(
    (schema) =>
      (schema.type === 'string' && schema.const === undefined && schema.enum === undefined && !isId(schema)) ||
      (schema.type === 'object' && schema.additionalProperties !== false) ||
      schema.type === 'array' ||
      schema.type === 'number',
  )
  expect(free).toEqual([])
  expect(all.filter(({ type }) => type === 'integer').map(({ maximum }) => maximum)).toEqual([HIGHEST_ROOM, 100])
})

test.each([
  ['ready', { say: 'ready' }, true],
  ['a height', { say: 'height', pixels: 800 }, true],
  ['a height to the pixel', { say: 'height', pixels: 801 }, false],
  ['a height with a name in it', { say: 'height', pixels: 800, note: 'Mary Smith' }, false],
  ['a height that is a text', { say: 'height', pixels: 'Mary Smith' }, false],
  ['how far an upload is', { say: 'upload', state: 'sending', percent: 40 }, true],
  ['an upload with the name of its file', { say: 'upload', state: 'sending', percent: 40, name: 'Smith.zip' }, false],
  ['an upload in a state of its own words', { say: 'upload', state: 'Mary Smith', percent: 40 }, false],
  ['a dataset that was saved', { say: 'saved', datasetId: '0198c5a2-7c0e-4f6e-9a51-3f0f5a7f2f10' }, true],
  ['a dataset by its name', { say: 'saved', datasetId: 'Mary Smith' }, false],
  ['a dataset with its name', { say: 'saved', datasetId: '0198c5a2-7c0e-4f6e-9a51-3f0f5a7f2f10', name: 'x' }, false],
  ['that rows were chosen', { say: 'chosen' }, true],
  ['which rows were chosen', { say: 'chosen', rows: ['Mary Smith'] }, false],
  ['rows set aside', { say: 'set-aside', datasetId: '0198c5a2-7c0e-4f6e-9a51-3f0f5a7f2f10' }, true],
  ['rows set aside by a name', { say: 'set-aside', datasetId: 'Mary Smith' }, false],
  ['that classes were chosen', { say: 'classes', datasetId: null, isNamed: true }, true],
  ['which classes were chosen', { say: 'classes', datasetId: null, isNamed: true, names: ['Mary Smith'] }, false],
  ['classes by a name', { say: 'classes', datasetId: 'Mary Smith', isNamed: false }, false],
  ['that a result was shared', { say: 'changed' }, true],
  ['a result that was shared', { say: 'changed', mean: 1.5 }, false],
  ['that names were confirmed', { say: 'confirmed' }, true],
  ['which names were confirmed', { say: 'confirmed', names: ['Mary Smith'] }, false],
  ['an answer that was kept', { say: 'kept', inferenceId: '0198c5a2-7c0e-4f6e-9a51-3f0f5a7f2f10' }, true],
  ['an answer by its name', { say: 'kept', inferenceId: 'Mary Smith' }, false],
  [
    'an answer with what it says',
    { say: 'kept', inferenceId: '0198c5a2-7c0e-4f6e-9a51-3f0f5a7f2f10', result: 'ill' },
    false,
  ],
  ['that an inference task is deleted', { say: 'deleted' }, true],
  ['which one is deleted', { say: 'deleted', name: 'Mary Smith' }, false],
  ['rows', { say: 'rows', rows: [['Mary Smith']] }, false],
])('of a room, %s is taken or not', (_what, message, isTaken) => {
  expect(FromRoom.safeParse(message).success).toBe(isTaken)
})

test('the console says who is looking, how it looks, how columns are called, which classes were named and what a run predicts, and nothing beside', () => {
  const looks = { say: 'looks', language: 'en', theme: 'dark' }
  expect(ToRoom.safeParse(looks).success).toBe(true)
  expect(ToRoom.safeParse({ ...looks, script: 'x' }).success).toBe(false)
  const offer = { say: 'offer', mapping: [{ column: 'age', from: 'years', conversion: 'none' }] }
  expect(ToRoom.safeParse(offer).success).toBe(true)
  expect(ToRoom.safeParse({ ...offer, rows: [1] }).success).toBe(false)
  expect(ToRoom.safeParse({ say: 'offer', mapping: [{ ...offer.mapping[0], rows: [1] }] }).success).toBe(false)
  const classes = { say: 'classes', label: 'grade', isInitiator: true, canName: true, isSigned: false, rows: [] }
  const named = { own: ['1'], initiator: [] }
  expect(ToRoom.safeParse({ ...classes, named }).success).toBe(true)
  expect(ToRoom.safeParse({ ...classes, named: { ...named, rows: [1] } }).success).toBe(false)
  const run = { say: 'run', label: 'grade', isByFolds: true }
  expect(ToRoom.safeParse(run).success).toBe(true)
  expect(ToRoom.safeParse({ ...run, script: 'x' }).success).toBe(false)
  expect(ToRoom.safeParse({ say: 'token', token: null }).success).toBe(true)
  expect(ToRoom.safeParse({ say: 'token', token: null, username: 'x' }).success).toBe(false)
  expect(ToRoom.safeParse({ say: 'rows' }).success).toBe(false)
})
