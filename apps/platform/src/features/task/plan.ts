import { type ColumnSelection, type Parameters, type Plan, planText, ROUNDS_PARAMETER } from '@tessera/contract'
import { sha256 } from '@tessera/server'
import { defaultParameters, type InstalledAlgorithm, keptParameters } from '../algorithm/index.ts'

interface Planned {
  id: string
  parameters: Parameters | null
  columnSelection: ColumnSelection | null
}

/** What would run if the task started now; undefined until algorithm, columns and label are chosen. */
export function planOf(task: Planned, algorithm: InstalledAlgorithm | undefined): Plan | undefined {
  if (!algorithm || !task.columnSelection) return undefined
  const parameters = { ...defaultParameters(algorithm), ...keptParameters(algorithm, task.parameters) }
  return {
    taskId: task.id,
    algorithm: algorithm.manifest.id,
    parameters,
    columns: task.columnSelection.columns,
    label: task.columnSelection.label,
    maxRounds: Number(parameters[ROUNDS_PARAMETER] ?? 1),
  }
}

export function planHashOf(task: Planned, algorithm: InstalledAlgorithm | undefined): string | null {
  const plan = planOf(task, algorithm)
  return plan && algorithm ? sha256(planText(plan, algorithm.codeHash)) : null
}
