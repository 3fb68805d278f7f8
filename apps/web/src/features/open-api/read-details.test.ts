import { expect, test } from 'vitest'
import { findCalls, GetOpenApi } from './api.ts'
import { describeSchema } from './describe-schema.ts'
import { readDetails } from './read-details.ts'

const files = import.meta.glob<string>('../../../../../docs/reference/openapi/*.json', {
  query: '?raw',
  import: 'default',
  eager: true,
})

test.each(['platform', 'edge'])('resolves all references of every call in the OpenAPI document of the %s', (server) => {
  const text = files[`../../../../../docs/reference/openapi/${server}.json`] ?? ''
  const document = GetOpenApi.output.parse(JSON.parse(text))
  const calls = findCalls(document, '').flatMap(([, calls]) => calls)
  expect(calls.length).toBeGreaterThan(80)
  for (const call of calls) {
    const { parameters = [], requestBody, answers, errors } = readDetails(document, call)
    expect(errors.map(([status]) => status)).toEqual(expect.arrayContaining(['400', '500']))
    const contents = [requestBody?.content, ...answers.map(([, { content }]) => content)]
    const schemas = contents.flatMap((content) => Object.values(content ?? {}).map(({ schema = {} }) => schema))
    const texts = [...parameters.map(({ schema }) => schema), ...schemas].map((schema) => describeSchema(schema))
    expect(JSON.stringify([schemas, parameters]), call.path).not.toContain('$ref')
    for (const text of texts) expect(text).not.toMatch(/undefined|\[object/)
  }
})
