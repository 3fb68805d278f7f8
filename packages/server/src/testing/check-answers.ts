import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import type { FastifyInstance } from 'fastify'
import { type DescribedServer, openApiDocument } from '../open-api/index.ts'

interface Operation {
  responses: Record<string, { $ref?: string; content?: Record<string, { schema: { oneOf?: object[] } }> }>
}

/**
 * Compares the response to every injected request with the server's OpenAPI document. Returns the differences found so
 * far, and the calls that were answered without an error.
 */
export function checkAnswers(app: FastifyInstance, server: DescribedServer, prefix: string) {
  const document = openApiDocument(server, prefix)
  const ajv = new Ajv2020({ strict: false, validateFormats: false }).addSchema(document, 'document')
  const validators = new Map<string, ValidateFunction>()
  const validatorOf = (pointer: string) => {
    const validator = validators.get(pointer) ?? ajv.compile({ $ref: `document#${encodeURI(pointer)}` })
    validators.set(pointer, validator)
    return validator
  }
  const operations = Object.entries(document.paths as Record<string, Record<string, Operation>>).flatMap(
    ([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ path, method, operation, pattern: patternOf(path) })),
  )
  // A path without parameters takes precedence over one with parameters, as in the router.
  operations.sort((one, other) => one.path.split('{').length - other.path.split('{').length)
  const differences = new Set<string>()
  const done = new Set<string>()

  function check(method: string, url: string, status: number, contentType: unknown, text: string) {
    const target = (url.split('?')[0] ?? '').replace(/^https?:\/\/[^/]+/, '')
    const found = operations.find((one) => one.method === method.toLowerCase() && one.pattern.test(target))
    if (!found) return
    const call = `${method.toUpperCase()} ${found.path}`
    const answer = found.operation.responses[status]
    if (!answer) return void differences.add(`${call}: status ${status} is not described`)
    const isJson = String(contentType).startsWith('application/json')
    const body = isJson ? JSON.parse(text) : undefined
    const isFailure = body?.success === false
    if (status < 400 && !isFailure) done.add(call)
    if (!isJson) return
    const escaped = found.path.replaceAll('~', '~0').replaceAll('/', '~1')
    const own = `/paths/${escaped}/${found.method}/responses/${status}/content/application~1json/schema`
    const alternatives = answer.content?.['application/json']?.schema.oneOf
    const validate = validatorOf(isFailure ? '/components/schemas/Failure' : alternatives ? `${own}/oneOf/0` : own)
    if (validate(body)) return
    for (const { instancePath, message } of validate.errors ?? []) {
      differences.add(`${call}: ${status} ${instancePath.replace(/\/\d+/g, '/0')} ${message}`)
    }
  }

  const inject = app.inject.bind(app) as (options: unknown) => ReturnType<FastifyInstance['inject']>
  const injectAndCheck = async (options: string | { method?: string; url?: unknown }) => {
    const response = await inject(options)
    const { method = 'GET', url } = typeof options === 'string' ? { url: options } : options
    check(method, String(url), response.statusCode, response.headers['content-type'], response.body)
    return response
  }
  app.inject = injectAndCheck as never
  return { differences, done }
}

const patternOf = (path: string) =>
  new RegExp(`^${path.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{\w+\}/g, '[^/]+')}$`)
