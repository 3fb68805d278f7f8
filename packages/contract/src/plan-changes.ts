import type { StaleReason } from './grant.ts'
import { columnsOf, type Plan, type PlanData, type PlanTarget, waitMinutesOf } from './run.ts'

/**
 * The values of `kind` in a plan, each with a text in the console. `integral` is added for a label whose classes are
 * whole numbers.
 */
export type PlanKindWord = PlanData['kind'] | PlanTarget['kind'] | 'integral'

/** Returns the content of a plan, field by field. Differences between plans are named by these fields. */
export function planFields(plan: Plan): Record<string, string> {
  const parameters = Object.entries(plan.parameters).map(([name, value]) => [
    `parameters.${name}`,
    JSON.stringify(value),
  ])
  const columns = 'columns' in plan.data ? plan.data.columns : []
  const categories = columns.flatMap((column) =>
    column.kind === 'categories' ? [[`categories.${column.name}`, column.categories.join(', ')]] : [],
  )
  const keys = plan.parties.map(({ partyId, key }) => [`key.${partyId}`, key])
  return {
    algorithm: plan.algorithm,
    kind: kindOf(plan).join(', '),
    columns: columnsOf(plan).join(', '),
    label: plan.target?.column ?? '',
    time: plan.target?.kind === 'event' ? plan.target.time : '',
    classes: plan.target && 'classes' in plan.target ? plan.target.classes.join(', ') : '',
    maxRounds: String(plan.maxRounds),
    parties: plan.parties.map(({ partyId }) => partyId).join(', '),
    fewest: String(plan.fewest),
    seed: plan.seed,
    waitMinutes: String(waitMinutesOf(plan)),
    ownTables: plan.ownTables?.join(', ') ?? '',
    start: plan.start ? `${plan.start.model} (${plan.start.file.slice(0, 12)})` : '',
    ...Object.fromEntries(keys),
    ...Object.fromEntries(parameters),
    ...Object.fromEntries(categories),
  }
}

function kindOf({ data, target }: Plan): PlanKindWord[] {
  if (!target) return [data.kind]
  return [data.kind, target.kind, ...('integral' in target && target.integral ? ['integral' as const] : [])]
}

/**
 * Returns why a ticket is stale if this field of the plan has changed. All fields that are fixed when joining is closed
 * count as one reason: the named parties and the terms.
 */
export const staleReasonOf = (field: string): StaleReason =>
  /^(fewest|waitMinutes|seed|key\..*)$/.test(field) ? 'parties' : field

export interface FieldChange {
  field: string
  before: string
  after: string
}

/**
 * Returns the differences between two plans. A changed key is reported only for parties that both plans name; otherwise
 * the added or removed name is enough.
 */
export function planChanges(before: Plan, after: Plan): FieldChange[] {
  const [was, is] = [planFields(before), planFields(after)]
  const isIn = ({ parties }: Plan, field: string) => parties.some(({ partyId }) => field === `key.${partyId}`)
  return [...new Set([...Object.keys(was), ...Object.keys(is)])]
    .filter((field) => !field.startsWith('key.') || (isIn(before, field) && isIn(after, field)))
    .map((field) => ({ field, before: was[field] ?? '', after: is[field] ?? '' }))
    .filter((change) => change.before !== change.after)
}
