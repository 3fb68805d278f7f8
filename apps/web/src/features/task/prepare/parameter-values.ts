import type { ParameterDescription, Parameters } from '@tessera/contract'

export type JsonProblem =
  | { key: 'algorithm.json.empty' }
  | { key: 'algorithm.json.object' }
  | { key: 'algorithm.json.broken'; detail: string }

/** What the JSON editor holds, or why it cannot be used. */
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
  // `describe` holds help texts in older documents; it is no parameter.
  const { describe: _help, ...parameters } = value as Record<string, unknown>
  if (Object.keys(parameters).length === 0) return { problem: { key: 'algorithm.json.empty' } }
  return { parameters: parameters as Parameters }
}

/** The algorithm's defaults, overlaid with what the task has already set of them. */
export function startingValues(descriptions: ParameterDescription[], set: Parameters | null): Parameters {
  return Object.fromEntries(descriptions.map(({ name, default: value }) => [name, set?.[name] ?? value]))
}

/** "64, 32" as numbers; null when something else was typed. */
export function parseIntegers(text: string): number[] | null {
  const parts = text.split(/[,，\s]+/).filter(Boolean)
  const numbers = parts.map(Number)
  return parts.length > 0 && numbers.every(Number.isInteger) ? numbers : null
}
