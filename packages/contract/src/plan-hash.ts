import type { Plan } from './run.ts'

/** Returns JSON with sorted keys and without white space: the same text for the same value everywhere. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (value !== null && typeof value === 'object') {
    const entries = Object.entries(value)
      .filter(([, item]) => item !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1))
    return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${canonicalJson(item)}`).join(',')}}`
  }
  return JSON.stringify(value)
}

/**
 * Returns the text whose hash identifies what a consent ticket covers: the code, and the plan without the task, so that
 * a clone has the same hash.
 */
export function planText(plan: Plan, codeHash: string): string {
  const { taskId: _taskId, ...covered } = plan
  return canonicalJson({ ...covered, codeHash })
}
