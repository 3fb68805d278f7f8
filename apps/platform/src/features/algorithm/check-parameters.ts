import { fail, type ParameterDescription, type Parameters } from '@tessera/contract'
import { withdrawnParameter } from './dropped-parameters.ts'
import type { Manifest } from './manifest.ts'

/**
 * Returns values for all parameters of an algorithm: the given values, checked against the manifest, and defaults for
 * the rest.
 */
export function checkParameters(manifest: Pick<Manifest, 'parameters' | 'withdrawn'>, given: Parameters): Parameters {
  const withdrawn = withdrawnParameter(manifest, given)
  if (withdrawn !== undefined) fail('parameter.withdrawn', { name: withdrawn })
  const { parameters: descriptions } = manifest
  const known = new Set(descriptions.map(({ name }) => name))
  const unknown = Object.keys(given).find((name) => !known.has(name))
  if (unknown !== undefined) fail('parameter.unknown', { name: unknown })

  return Object.fromEntries(
    descriptions.map((description) => {
      const value = given[description.name] ?? description.default
      if (!isAllowed(description, value)) fail('task.parameters-invalid', { detail: explain(description, value) })
      return [description.name, value]
    }),
  )
}

function isAllowed(description: ParameterDescription, value: Parameters[string]): boolean {
  switch (description.type) {
    case 'number':
      return isWithin(description, value)
    case 'integer':
      return Number.isInteger(value) && isWithin(description, value)
    case 'integers':
      return (
        Array.isArray(value) &&
        value.length > 0 &&
        value.every((item) => Number.isInteger(item) && isWithin(description, item))
      )
    case 'choice':
      return typeof value === 'string' && (description.choices ?? []).includes(value)
    case 'boolean':
      return typeof value === 'boolean'
  }
}

function isWithin(
  { minimum = -Infinity, maximum = Infinity }: ParameterDescription,
  value: Parameters[string],
): boolean {
  return typeof value === 'number' && Number.isFinite(value) && value >= minimum && value <= maximum
}

/** Returns a description of a refused value that reads the same in both languages: `learning_rate = 5 (0.0001 … 1)`. */
function explain(description: ParameterDescription, value: Parameters[string]): string {
  const { name, minimum, maximum, choices } = description
  const bounds = choices ? choices.join(' | ') : `${minimum ?? '-∞'} … ${maximum ?? '∞'}`
  return `${name} = ${JSON.stringify(value)} (${description.type === 'boolean' ? 'true | false' : bounds})`
}
