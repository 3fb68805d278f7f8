import type { ParameterDescription, Parameters } from '@tessera/contract'

export type JsonProblem =
  | { key: 'algorithm.json.empty' }
  | { key: 'algorithm.json.object' }
  | { key: 'algorithm.json.broken'; detail: string }

/** Parses the content of the JSON editor. Returns the parameters or the problem. */
export function parseParameters(text: string): { parameters: Parameters } | { problem: JsonProblem } {
  if (text.trim() === '') return { problem: { key: 'algorithm.json.empty' } }
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    return { problem: { key: 'algorithm.json.broken', detail: (error as Error).message } }
  }
  if (value === null || typeof value !== 'object' || Array.isArray(value))
    return { problem: { key: 'algorithm.json.object' } }
  // Older documents contain help texts under `describe`, which is not a parameter.
  const { describe: _help, ...parameters } = value as Record<string, unknown>
  if (Object.keys(parameters).length === 0) return { problem: { key: 'algorithm.json.empty' } }
  return { parameters: parameters as Parameters }
}

/** Returns the algorithm's defaults, overridden by the task's parameters. */
export function startingValues(descriptions: ParameterDescription[], set: Parameters | null): Parameters {
  return Object.fromEntries(descriptions.map(({ name, default: value }) => [name, set?.[name] ?? value]))
}

/** Parses "64, 32" into numbers. Returns null for other text. */
export function parseIntegers(text: string): number[] | null {
  const parts = text.split(/[,，\s]+/).filter(Boolean)
  const numbers = parts.map(Number)
  return parts.length > 0 && numbers.every(Number.isInteger) ? numbers : null
}
