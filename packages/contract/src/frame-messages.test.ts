import { expect, test } from 'vitest'
import { z } from 'zod'
import { FromFrame, MAX_FRAME_HEIGHT, ToFrame } from './frame-messages.ts'

/** Returns every schema that a JSON schema contains, at any depth. */
function within(schema: unknown): Record<string, unknown>[] {
  if (schema === null || typeof schema !== 'object') return []
  const own = 'type' in schema || 'const' in schema ? [schema as Record<string, unknown>] : []
  return [...own, ...Object.values(schema).flatMap(within)]
}

/**
 * Whether a schema accepts only UUIDs. These are allowed, because the platform knows all ids and learns nothing from an
 * unknown one.
 */
const isId = ({ format, pattern }: Record<string, unknown>) => format === 'uuid' && pattern !== undefined

test('allows no free text in a message of an edge page, and no type that could contain free text', {
  meta: { claim: 'row-access.frame-messages' },
}, () => {
  const all = within(z.toJSONSchema(FromFrame, { io: 'input' }))
  const free = all.filter(
    (schema) =>
      (schema.type === 'string' && schema.const === undefined && schema.enum === undefined && !isId(schema)) ||
      (schema.type === 'object' && schema.additionalProperties !== false) ||
      schema.type === 'array' ||
      schema.type === 'number',
  )
  expect(free).toEqual([])
  expect(all.filter(({ type }) => type === 'integer').map(({ maximum }) => maximum)).toEqual([MAX_FRAME_HEIGHT, 100])
})

test.each([
  ['ready', { say: 'ready' }, true],
  ['a height', { say: 'height', pixels: 800 }, true],
  ['a height with pixel precision', { say: 'height', pixels: 801 }, false],
  ['a height with a name in it', { say: 'height', pixels: 800, note: 'Mary Smith' }, false],
  ['a height as text', { say: 'height', pixels: 'Mary Smith' }, false],
  ['the progress of an upload', { say: 'upload', state: 'sending', percent: 40 }, true],
  ['an upload with the name of its file', { say: 'upload', state: 'sending', percent: 40, name: 'Smith.zip' }, false],
  ['an upload in an unknown state', { say: 'upload', state: 'Mary Smith', percent: 40 }, false],
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
  ['a saved answer', { say: 'kept', inferenceId: '0198c5a2-7c0e-4f6e-9a51-3f0f5a7f2f10' }, true],
  ['an answer by its name', { say: 'kept', inferenceId: 'Mary Smith' }, false],
  [
    'an answer with what it says',
    { say: 'kept', inferenceId: '0198c5a2-7c0e-4f6e-9a51-3f0f5a7f2f10', result: 'ill' },
    false,
  ],
  ['that an inference task is deleted', { say: 'deleted' }, true],
  ['which one is deleted', { say: 'deleted', name: 'Mary Smith' }, false],
  ['rows', { say: 'rows', rows: [['Mary Smith']] }, false],
])('decides whether the console accepts %s from an edge page', (_what, message, isTaken) => {
  expect(FromFrame.safeParse(message).success).toBe(isTaken)
})

test('lets the console send an edge page only the user, the theme, names of columns and classes, and what a run predicts', () => {
  const looks = { say: 'looks', language: 'en', theme: 'dark' }
  expect(ToFrame.safeParse(looks).success).toBe(true)
  expect(ToFrame.safeParse({ ...looks, script: 'x' }).success).toBe(false)
  const offer = { say: 'offer', mapping: [{ column: 'age', from: 'years', conversion: 'none' }] }
  expect(ToFrame.safeParse(offer).success).toBe(true)
  expect(ToFrame.safeParse({ ...offer, rows: [1] }).success).toBe(false)
  expect(ToFrame.safeParse({ say: 'offer', mapping: [{ ...offer.mapping[0], rows: [1] }] }).success).toBe(false)
  const classes = { say: 'classes', label: 'grade', isInitiator: true, canName: true, isSigned: false, rows: [] }
  const named = { own: ['1'], initiator: [] }
  expect(ToFrame.safeParse({ ...classes, named }).success).toBe(true)
  expect(ToFrame.safeParse({ ...classes, named: { ...named, rows: [1] } }).success).toBe(false)
  const run = { say: 'run', label: 'grade', isOfAllRows: true }
  expect(ToFrame.safeParse(run).success).toBe(true)
  expect(ToFrame.safeParse({ ...run, script: 'x' }).success).toBe(false)
  expect(ToFrame.safeParse({ say: 'token', token: null }).success).toBe(true)
  expect(ToFrame.safeParse({ say: 'token', token: null, username: 'x' }).success).toBe(false)
  expect(ToFrame.safeParse({ say: 'rows' }).success).toBe(false)
})
