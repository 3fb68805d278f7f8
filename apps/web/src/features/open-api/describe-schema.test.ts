import * as wire from '@tessera/contract/wire'
import { expect, test } from 'vitest'
import { describeSchema } from './describe-schema.ts'

test.each([
  [{}, 'any'],
  [{ type: 'string', maxLength: 40 }, 'string (≤ 40)'],
  [{ type: ['string', 'null'] }, 'string | null'],
  [{ type: 'integer', minimum: 0, exclusiveMaximum: 7 }, 'integer (≥ 0, < 7)'],
  [{ type: 'string', pattern: '^a' }, 'string (/^a/)'],
  [{ type: 'string', format: 'uuid', pattern: '^a' }, 'string (uuid)'],
  [{ enum: ['a', 1] }, '"a" | 1'],
  [{ enum: [0, 1], description: '0: no, 1: yes' }, '0 | 1 /* 0: no, 1: yes */'],
  [{ type: 'string', contentSchema: { type: 'array', items: { type: 'string' } } }, 'JSON<string[]>'],
  [{ const: null }, 'null'],
  [{ anyOf: [{ type: 'string' }, { type: 'null' }] }, 'string | null'],
  [{ oneOf: [{ type: 'boolean' }, { const: 0 }] }, 'boolean | 0'],
  [{ type: 'array', items: { type: 'string' }, minItems: 1 }, 'string[] (≥ 1)'],
  [{ type: 'array', items: { type: ['string', 'null'] } }, '(string | null)[]'],
  [{ type: 'array', items: { type: 'string', maxLength: 2 } }, '(string (≤ 2))[]'],
  [{ type: 'array', prefixItems: [{ type: 'string' }, { type: 'number' }] }, '[string, number]'],
  [{ type: 'array', prefixItems: [{ type: 'string' }], items: { type: 'number' } }, '[string, ...number[]]'],
  [{ type: 'object' }, '{}'],
  [{ type: 'object', additionalProperties: { type: 'number' } }, '{\n  [name: string]: number\n}'],
  [
    {
      type: 'object',
      required: ['a'],
      properties: {
        a: { type: 'array', items: { type: 'object', properties: { b: { type: 'string' } } } },
        c: { type: 'integer', default: 1 },
      },
    },
    '{\n  a: {\n    b?: string\n  }[]\n  c?: integer = 1\n}',
  ],
])('describes the JSON Schema %j as a type', (schema, expected) => {
  expect(describeSchema(schema)).toBe(expected)
})

test('describes input and output of each call in the contract', () => {
  const endpoints = Object.values(wire).filter((one) => typeof one === 'object' && 'carrier' in one)
  expect(endpoints.length).toBeGreaterThan(100)
  for (const { input, output } of endpoints) {
    for (const schema of [input, output]) {
      expect(describeSchema(wire.wireJsonSchema(schema))).not.toMatch(/undefined|\[object/)
    }
  }
})
