import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { type Components, coded, jsonString, renamed, WireTime, wireJsonSchema } from './codec.ts'
import { JoinTask, UpdateColumnSelection, WireReadiness, WireTaskStatus } from './index.ts'

test('reads the API name and the aliases of a renamed field, and writes the API name', () => {
  const note = renamed(
    { taskId: z.string(), note: z.string().optional() },
    { taskId: 'recruitId', note: ['messsage', 'message'] },
  )
  expect(z.decode(note, { recruitId: '7', messsage: 'hello' })).toEqual({ taskId: '7', note: 'hello' })
  expect(z.decode(note, { recruitId: '7', message: 'hello' })).toEqual({ taskId: '7', note: 'hello' })
  expect(z.encode(note, { taskId: '7', note: 'hello' })).toEqual({ recruitId: '7', messsage: 'hello' })
})

test('removes fields that are not in the shape', () => {
  const user = renamed({ id: z.string() })
  expect(z.encode(user, { id: '1', passwordHash: 'secret' } as { id: string })).toEqual({ id: '1' })
})

test('reads every API code of a word, and writes the first', () => {
  const status = coded({ running: ['INFERENCEING', 'INFERENCE'], done: ['DONE'] })
  expect(z.decode(status, 'INFERENCE')).toBe('running')
  expect(z.encode(status, 'running')).toBe('INFERENCEING')
  expect(z.safeDecode(status, 'OTHER').success).toBe(false)
})

test.each([1, 6, 7, 8])('reads task status %i as training', { meta: { spec: 'states.task-training' } }, (code) => {
  expect(z.decode(WireTaskStatus, code)).toBe('training')
})

test.each([2, 4])('reads task status %i as failed', (code) => {
  expect(z.decode(WireTaskStatus, code)).toBe('failed')
})

test('writes a stopped task as cancelled instead of failed', () => {
  expect(z.encode(WireTaskStatus, 'stopped')).toBe(5)
  expect(z.decode(WireTaskStatus, 5)).toBe('stopped')
})

test.each([
  [1, { data: true, environment: true }],
  [2, { data: false, environment: true }],
  [3, { data: false, environment: false }],
  [4, { data: true, environment: false }],
] as const)(
  'reads envStatus %i as two facts and writes them again',
  { meta: { spec: ['entities.registration', 'states.environment-status'] } },
  (code, readiness) => {
    expect(z.decode(WireReadiness, code)).toEqual(readiness)
    expect(z.encode(WireReadiness, readiness)).toBe(code)
  },
)

test('sends times in UTC with a precision of one second', () => {
  const time = new Date('2026-11-21T09:47:31.500Z')
  expect(z.encode(WireTime, time)).toBe('2026-11-21 09:47:31')
  expect(z.decode(WireTime, '2026-11-21 09:47:31').toISOString()).toBe('2026-11-21T09:47:31.000Z')
})

test.each([
  ['empty, as it is written', { label: '' }],
  ['null', { label: null }],
  ['absent', {}],
])('reads a label that is %s as no label', (_what, label) => {
  const columns = ['age']
  const sent = { id: '7', columeAndFeature: JSON.stringify({ columns, ...label }) }
  const read = z.decode(UpdateColumnSelection.input, sent)
  expect(read).toEqual({ taskId: '7', columnSelection: { columns, label: null } })
  const written = z.encode(UpdateColumnSelection.input, read) as { columeAndFeature: string }
  expect(JSON.parse(written.columeAndFeature)).toEqual({ columns, label: '' })
})

test('refuses an invalid JSON string without throwing', () => {
  expect(z.safeDecode(jsonString(z.array(z.string())), '{').success).toBe(false)
})

describe('the JSON Schema of the API form', () => {
  test('describes objects with the names that the API uses', () => {
    const schema = wireJsonSchema(JoinTask.input) as { properties: object }
    expect(Object.keys(schema.properties)).toEqual(['recruitId', 'messsage'])
  })

  test('describes a code by all of its values, each with a unique name', () => {
    expect(wireJsonSchema(coded({ failed: [4, 2], stopped: [5] }))).toEqual({
      type: 'integer',
      enum: [4, 2, 5],
      description: '4: failed, 2: failed, 5: stopped',
      'x-enum-varnames': ['failed', 'failed-2', 'stopped'],
    })
  })

  test('describes a document that is sent as text within JSON', () => {
    expect(wireJsonSchema(jsonString(z.array(WireTime)))).toMatchObject({
      type: 'string',
      contentMediaType: 'application/json',
      contentSchema: { type: 'array', items: { type: 'string' } },
    })
  })

  test('refers to named objects, and lists an object after the objects that it contains', () => {
    const Inner = z.object({ count: z.int() })
    const Outer = renamed({ inner: Inner, time: WireTime }, { inner: 'innerVO' })
    const names = new Map<z.ZodType, string>([
      [Inner, 'Inner'],
      [Outer, 'Outer'],
      [WireTime, 'Time'],
    ])
    const found: Components['found'] = new Map()
    const schema = wireJsonSchema(z.array(Outer.nullable()), { nameOf: (part) => names.get(part), found })
    expect(schema.items).toEqual({ anyOf: [{ $ref: '#/components/schemas/Outer' }, { type: 'null' }] })
    expect([...found.keys()]).toEqual(['Inner', 'Outer'])
    expect(found.get('Outer')?.json).toMatchObject({
      properties: { innerVO: { $ref: '#/components/schemas/Inner' }, time: { type: 'string' } },
    })
  })

  test('refuses two schemas with the same name', () => {
    const pair = z.object({ one: z.object({ a: z.string() }), other: z.object({ b: z.string() }) })
    const nameOf = (part: z.ZodType) => (part === pair ? undefined : 'Same')
    expect(() => wireJsonSchema(pair, { nameOf, found: new Map() })).toThrow('Two schemas are called Same')
  })
})
