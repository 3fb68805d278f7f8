import type { Registration, TaskDetail } from '@tessera/contract'

export type PrepareStepKey = 'dataset' | 'columns' | 'algorithm' | 'ticket'
export interface PrepareStep {
  key: PrepareStepKey
  /** `blocked`: another step, or another party, has to come first. */
  status: 'done' | 'todo' | 'blocked'
}

/** What a party does before training: the initiator makes the plan too, the others only lend and sign. */
export function prepareStepsOf(
  task: Pick<TaskDetail, 'algorithms' | 'columnSelection' | 'planHash'>,
  mine: Pick<Registration, 'role' | 'datasetId' | 'grant'>,
): PrepareStep[] {
  const hasData = mine.datasetId !== null
  const dataset: PrepareStep = { key: 'dataset', status: hasData ? 'done' : 'todo' }
  const canSign = hasData && task.planHash !== null
  const ticket: PrepareStep = {
    key: 'ticket',
    status: mine.grant === 'signed' ? 'done' : canSign ? 'todo' : 'blocked',
  }
  if (mine.role === 'participant') return [dataset, ticket]

  const columns: PrepareStep = {
    key: 'columns',
    status: task.columnSelection ? 'done' : hasData ? 'todo' : 'blocked',
  }
  const algorithm: PrepareStep = { key: 'algorithm', status: task.algorithms.length > 0 ? 'done' : 'todo' }
  return [dataset, columns, algorithm, ticket]
}

/** The step to lay open: the first that can be done. */
export function nextStep(steps: PrepareStep[]): PrepareStepKey | null {
  return steps.find(({ status }) => status === 'todo')?.key ?? null
}
