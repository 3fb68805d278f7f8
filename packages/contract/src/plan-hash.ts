import type { Plan } from './run.ts'

/** JSON with sorted keys and no white space: the same text for the same value everywhere. */
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

/** What a ticket covers, as text to hash: the code and all of the plan but the task, so that a clone's is the same. */
export function planText(plan: Plan, codeHash: string): string {
  const { taskId: _taskId, ...covered } = plan
  return canonicalJson({ ...covered, codeHash })
}
