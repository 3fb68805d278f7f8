import { type NamesStatus, type Registration, type TaskDetail, truthOf } from '@tessera/contract'
import type { ClassStatus } from './classes.ts'

/** The saving of any step of a task, until the page shows what became of it. */
export const savingStep = (taskId: string) => ['task', taskId, 'saving-step']

export type PrepareStepKey = 'dataset' | 'columns' | 'classes' | 'algorithm' | 'names' | 'positive' | 'start' | 'ticket'
export interface PrepareStep {
  key: PrepareStepKey
  /** `blocked`: another step, or another party, has to come first. `optional`: goes as well without. `none`: there is nothing to choose. */
  status: 'done' | 'todo' | 'blocked' | 'optional' | 'none'
}

/** What a party does before training: the initiator makes the plan too, the others only offer and sign. */
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
  const names: PrepareStep[] = mine.names ? [{ key: 'names', status: namesStatusOf(mine.names, classStatus) }] : []
  if (mine.role === 'participant') return [dataset, ...classes, ...names, ticket]

  const columns: PrepareStep = {
    key: 'columns',
    status: task.columnSelection ? 'done' : hasData ? 'todo' : 'blocked',
  }
  const algorithm: PrepareStep = { key: 'algorithm', status: task.algorithms.length > 0 ? 'done' : 'todo' }
  const positive: PrepareStep[] = task.positive
    ? [{ key: 'positive', status: positiveStatusOf(task.positive, task) }]
    : []
  const start: PrepareStep[] =
    task.algorithms.length > 0 ? [{ key: 'start', status: startStatusOf(task, mine.names) }] : []
  return [dataset, columns, ...classes, algorithm, ...names, ...positive, ...start, ticket]
}

/** Yes and no, or 1 and 0, leave no doubt which of them is to be found; of other classes the platform cannot know. */
function positiveStatusOf(
  { classes, isChosen }: NonNullable<TaskDetail['positive']>,
  { planFault }: Pick<TaskDetail, 'planFault'>,
): PrepareStep['status'] {
  if (isChosen) return 'done'
  if (planFault?.code === 'task.positive-unknown') return 'todo'
  const [negative, positive] = classes.map(truthOf)
  return negative === false && positive === true ? 'optional' : 'todo'
}

/** Which models fit is known by the names; one that fits no more has to go. */
function startStatusOf(
  { start, planFault, canResume }: Pick<TaskDetail, 'start' | 'planFault' | 'canResume'>,
  names: NamesStatus | undefined,
): PrepareStep['status'] {
  if (!canResume) return 'none'
  if (names !== 'confirmed') return 'blocked'
  if (start === null) return 'optional'
  return planFault?.code.startsWith('task.start-') ? 'todo' : 'done'
}

/** Classes that are left out take their rows along, so they are chosen first. */
function namesStatusOf(names: NamesStatus, classStatus: ClassStatus): PrepareStep['status'] {
  if (names === 'none' || classStatus === 'due') return 'blocked'
  return names === 'confirmed' ? 'done' : 'todo'
}

/** All is chosen that a plan needs beside its parties. */
export const isPlanned = ({
  algorithms,
  columnSelection,
  joining,
}: Pick<TaskDetail, 'algorithms' | 'columnSelection' | 'joining'>) =>
  joining === 'open' && algorithms.length > 0 && columnSelection !== null

const CLASSES = { reading: 'blocked', optional: 'optional', due: 'todo', named: 'done' } as const

/** The step to lay open: the first that can be done, once it is known which there are. */
export function nextStep(steps: PrepareStep[], classStatus: ClassStatus = 'none'): PrepareStepKey | null {
  if (classStatus === 'reading') return null
  return steps.find(({ status }) => status === 'todo')?.key ?? null
}
