import { type NamesStatus, type Registration, type TaskDetail, truthOf } from '@tessera/contract'
import type { ClassStatus } from './classes.ts'

/**
 * Returns the key of all mutations that save a step of a task. Such a mutation is active until the page shows its
 * result.
 */
export const savingStep = (taskId: string) => ['task', taskId, 'saving-step']

export type PrepareStepKey = 'dataset' | 'columns' | 'classes' | 'algorithm' | 'names' | 'positive' | 'start' | 'ticket'
export interface PrepareStep {
  key: PrepareStepKey
  /**
   * `blocked`: another step or another party must come first. `optional`: the user can skip the step. `none`: there is
   * nothing to choose.
   */
  status: 'done' | 'todo' | 'blocked' | 'optional' | 'none'
}

/**
 * Returns the steps of a party before training. The initiator makes the plan, too; other parties only offer data and
 * sign.
 */
export function prepareStepsOf(
  task: Pick<
    TaskDetail,
    'algorithms' | 'columnSelection' | 'planHash' | 'planFault' | 'positive' | 'start' | 'canResume'
  >,
  mine: Pick<Registration, 'role' | 'datasetId' | 'grant' | 'names'>,
  classStatus: ClassStatus = 'none',
): PrepareStep[] {
  const hasData = mine.datasetId !== null
  const dataset: PrepareStep = { key: 'dataset', status: hasData ? 'done' : 'todo' }
  const classes: PrepareStep[] = classStatus === 'none' ? [] : [{ key: 'classes', status: CLASSES[classStatus] }]
  const canSign = hasData && task.planHash !== null && classStatus !== 'due'
  const ticket: PrepareStep = {
    key: 'ticket',
    status: mine.grant === 'signed' ? 'done' : canSign ? 'todo' : 'blocked',
  }
  const names: PrepareStep = { key: 'names', status: namesStatusOf(mine.names, classStatus) }
  if (mine.role === 'participant') return [dataset, ...classes, names, ticket]

  const columns: PrepareStep = {
    key: 'columns',
    status: task.columnSelection ? 'done' : hasData ? 'todo' : 'blocked',
  }
  const isWithdrawn = task.planFault?.code === 'parameter.withdrawn'
  const algorithm: PrepareStep = {
    key: 'algorithm',
    status: task.algorithms.length > 0 && !isWithdrawn ? 'done' : 'todo',
  }
  const positive: PrepareStep[] = task.positive
    ? [{ key: 'positive', status: positiveStatusOf(task.positive, task) }]
    : []
  const start: PrepareStep[] =
    task.algorithms.length > 0 ? [{ key: 'start', status: startStatusOf(task, mine.names) }] : []
  return [dataset, columns, ...classes, algorithm, names, ...positive, ...start, ticket]
}

/**
 * Returns the status of the step for the positive class. The positive class is obvious for yes and no, or 1 and 0. For
 * other classes, the platform cannot know it.
 */
function positiveStatusOf(
  { classes, isChosen }: NonNullable<TaskDetail['positive']>,
  { planFault }: Pick<TaskDetail, 'planFault'>,
): PrepareStep['status'] {
  if (isChosen) return 'done'
  if (planFault?.code === 'task.positive-unknown') return 'todo'
  const [negative, positive] = classes.map(truthOf)
  return negative === false && positive === true ? 'optional' : 'todo'
}

/**
 * Returns the status of the step for the starting model. Which models fit depends on the confirmed names, and a model
 * that no longer fits must be replaced.
 */
function startStatusOf(
  { start, planFault, canResume }: Pick<TaskDetail, 'start' | 'planFault' | 'canResume'>,
  names: NamesStatus,
): PrepareStep['status'] {
  if (!canResume) return 'none'
  if (names !== 'confirmed') return 'blocked'
  if (start === null) return 'optional'
  return planFault?.code.startsWith('task.start-') ? 'todo' : 'done'
}

/**
 * Returns the status of the step for names. Classes must be selected first, because rows of excluded classes are
 * excluded, too.
 */
function namesStatusOf(names: NamesStatus, classStatus: ClassStatus): PrepareStep['status'] {
  if (names === 'none' || classStatus === 'due') return 'blocked'
  return names === 'confirmed' ? 'done' : 'todo'
}

/** Returns whether all choices of the plan except its parties are made. */
export const isPlanned = ({
  algorithms,
  columnSelection,
  joining,
}: Pick<TaskDetail, 'algorithms' | 'columnSelection' | 'joining'>) =>
  joining === 'open' && algorithms.length > 0 && columnSelection !== null

const CLASSES = { reading: 'blocked', optional: 'optional', due: 'todo', named: 'done' } as const

/** Returns the step to open: the first that the user can do, or null until all steps are known. */
export function nextStep(steps: PrepareStep[], classStatus: ClassStatus = 'none'): PrepareStepKey | null {
  if (classStatus === 'reading') return null
  return steps.find(({ status }) => status === 'todo')?.key ?? null
}
