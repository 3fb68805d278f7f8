import { type ColumnSelection, type Parameters, type Plan, planText, ROUNDS_PARAMETER } from '@tessera/contract'
import { sha256 } from '@tessera/server'
import { defaultParameters, type InstalledAlgorithm, keptParameters } from '../algorithm/index.ts'
import type { TaskRow } from './table.ts'

interface Planned extends Pick<TaskRow, 'id' | 'partyId' | 'researchType' | 'namedPartyIds' | 'fewest' | 'seed'> {
  parameters: Parameters | null
  columnSelection: ColumnSelection | null
}

/** Undefined while anybody may join yet. Independent research has its own party's rows only, so nobody else is waited for. */
export const namedPartyIdsOf = ({
  researchType,
  partyId,
  namedPartyIds,
}: Omit<Planned, 'parameters' | 'columnSelection'>) =>
  researchType === 'independent' ? [partyId] : (namedPartyIds ?? undefined)

/**
 * What would run if the task started now; undefined until algorithm, columns and label are chosen and the parties are
 * named. `keys` are fingerprints of their edges' keys as they are now: a party whose edge has other keys signs anew.
 */
export function planOf(
  task: Planned,
  algorithm: InstalledAlgorithm | undefined,
  keys: Map<string, string>,
): Plan | undefined {
  const named = namedPartyIdsOf(task)
  if (!algorithm || !task.columnSelection || !named || task.seed === null) return undefined
  const parameters = { ...defaultParameters(algorithm), ...keptParameters(algorithm, task.parameters) }
  return {
    taskId: task.id,
    algorithm: algorithm.manifest.id,
    parameters,
    columns: task.columnSelection.columns,
    label: task.columnSelection.label,
    maxRounds: Number(parameters[ROUNDS_PARAMETER] ?? 1),
    parties: named.toSorted().map((partyId) => ({ partyId, key: keys.get(partyId) ?? '' })),
    fewest: task.fewest ?? named.length,
    seed: task.seed,
  }
}

export const planHashOf = (plan: Plan | undefined, codeHash: string | null): string | null =>
  plan && codeHash !== null ? sha256(planText(plan, codeHash)) : null
