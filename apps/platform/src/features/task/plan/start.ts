import {
  AppError,
  columnsOf,
  fail,
  type InputColumn,
  inputColumnsOf,
  MAX_START_NUMBERS,
  type ModelCard,
  type ModelInput,
  type Parameters,
  type Plan,
  type PlanStart,
  restOf,
  tableColumnsOf,
} from '@tessera/contract'
import type { Learned } from '@tessera/inference'
import { sha256 } from '@tessera/server'
import { defaultParameters, type InstalledAlgorithm, keptParameters } from '../../algorithm/index.ts'
import type { TaskRow, TaskStartKept } from '../table.ts'
import type { Agreement } from './agree-names.ts'

/** The properties of a model that decide whether a task may start from it. */
export type Fitting = Pick<TaskStartKept, 'input' | 'output' | 'parameters'> & { model: string }

/** Error codes, by the parameter in which a start model differs. Their texts name the parameter in each language. */
const OTHER = {
  hidden_units: (model: string, width: Value) => fail('task.start-width', { model, width }),
  layers: (model: string, layers: Value) => fail('task.start-layers', { model, layers }),
  side: (model: string, side: Value) => fail('task.start-side', { model, side }),
  clusters: (model: string, clusters: Value) => fail('task.start-clusters', { model, clusters }),
}
type Value = string | number

/**
 * Returns the card's values of the parameters that determine the model's shape; undefined if the card lacks one of
 * them.
 */
export function shapeOf(card: Pick<ModelCard, 'parameters'>, { manifest }: InstalledAlgorithm): Parameters | undefined {
  const known = (manifest.resumes ?? []).map((name) => [name, card.parameters?.[name]] as const)
  return known.some(([, value]) => value === undefined) ? undefined : (Object.fromEntries(known) as Parameters)
}

/**
 * Fails if the model does not fit the plan. The model's input and output must be exactly those that the plan names, in
 * the same order.
 */
export function requireFit(
  { model, input, output, parameters }: Fitting,
  algorithm: InstalledAlgorithm,
  chosen: Parameters | null,
  { data, target }: Pick<Plan, 'data' | 'target'>,
) {
  if (input.kind !== data.kind) fail('task.start-label', { model })
  // Texts and pictures have a single column, and the name of this column does not matter.
  if (data.kind === 'table' || data.kind === 'graph') requireColumns({ model, input }, data)
  if (output.kind !== (target?.kind ?? 'clusters')) fail('task.start-label', { model })
  if (target && 'classes' in target && 'classes' in output) {
    const classes = output.classes.map(String)
    if (classes.join('\n') !== target.classes.join('\n')) {
      fail('task.start-classes', { model, classes: classes.join(', ') })
    }
  }
  const wanted = { ...defaultParameters(algorithm), ...keptParameters(algorithm, chosen) }
  for (const name of algorithm.manifest.resumes ?? []) {
    const own = parameters[name]
    if (own !== wanted[name]) OTHER[name](model, typeof own === 'number' ? own : String(own))
  }
}

function requireColumns({ model, input }: Pick<Fitting, 'model' | 'input'>, data: Plan['data']) {
  const inputs = inputColumnsOf(input)
  const names = input.kind === 'graph' ? input.columns.map(({ column }) => column) : inputs.map(({ column }) => column)
  if (names.join('\n') !== columnsOf({ data }).join('\n')) {
    fail('task.start-columns', { model, columns: names.join(', ') })
  }
  for (const [place, column] of tableColumnsOf({ data }).entries()) {
    if (categoriesOf(inputs, place) !== (column.kind === 'number' ? null : column.categories.join('\n'))) {
      fail('task.start-categories', { model, column: column.name })
    }
  }
}

/**
 * Turns the agreement into a fault if the start model no longer fits, until the initiator chooses another start model
 * or none.
 */
export function withStart(
  agreement: Agreement | undefined,
  { start, parameters }: Pick<TaskRow, 'start' | 'parameters'>,
  algorithm: InstalledAlgorithm | undefined,
): Agreement | undefined {
  if (agreement?.kind !== 'agreed' || !start || !algorithm) return agreement
  try {
    // Earlier versions stored the complete start model in the plan.
    if (!start.plan.numbers) fail('task.start-again', { model: start.plan.model })
    requireFit({ ...start, model: start.plan.model }, algorithm, parameters, agreement.names)
    return agreement
  } catch (error) {
    if (error instanceof AppError) return { kind: 'fault', error, names: agreement.names }
    throw error
  }
}

/**
 * Returns the start model as the plan describes it. Fails if the scales in the model file differ from the card, or if
 * the file lacks some of the weights.
 */
export function planStartOf(
  named: Pick<PlanStart, 'modelId' | 'model' | 'task' | 'file'>,
  { input, output }: Fitting,
  learned: Learned,
): PlanStart {
  const { model } = named
  const unreadable = () => fail('task.start-unreadable', { model })
  const numbers = inputColumnsOf(input).filter(({ kind }) => kind === 'number')
  if (learned.scales.length !== (input.kind === 'graph' ? input.columns : numbers).length) return unreadable()
  const first = FIRST[input.kind]
  if (first && learned.names[0] !== first) return unreadable()
  if ((learned.label !== null) !== (output.kind === 'number')) return unreadable()
  if (learned.numbers.length / 8 > MAX_START_NUMBERS) fail('task.start-size', { model, most: MAX_START_NUMBERS })
  const { label } = learned
  const scales = learned.scales.map(({ mean, factor }): PlanStart['scales'][number] => [
    mean,
    factor === 0 ? 0 : 1 / factor,
  ])
  if (![...scales.flat(), label?.mean ?? 0, label?.deviation ?? 1].every(Number.isFinite)) return unreadable()
  const categories = inputColumnsOf(input).filter(({ kind }) => kind === 'category')
  return {
    ...named,
    scales,
    scale: label && ([label.mean, label.deviation] satisfies PlanStart['scale']),
    ...(categories.some(({ rest }) => rest) && {
      rest: categories.map((one): [number, number] => [restOf(one).other, restOf(one).missing]),
    }),
    numbers: sha256(learned.numbers),
  }
}

/** Name of the first weights of a text or picture model. Files of earlier versions contain only the last layer. */
const FIRST: Partial<Record<ModelInput['kind'], string>> = {
  texts: 'learned_places',
  tokens: 'learned_places',
  pictures: 'learned_trunk',
}

/**
 * Returns the path of a start model's weights in the file store. The path depends only on the weights' hash, not on the
 * model.
 */
export const startFile = ({ numbers }: Pick<PlanStart, 'numbers'>) => `starts/${numbers}.bin`

/** Returns a column's categories as one text; null for a numeric column. */
function categoriesOf(inputs: InputColumn[], place: number): string | null {
  const column = inputs[place]
  return column?.kind === 'category' ? (column.categories ?? []).join('\n') : null
}
