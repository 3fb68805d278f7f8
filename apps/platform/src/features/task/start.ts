import {
  AppError,
  columnsOf,
  fail,
  type InputColumn,
  inputColumnsOf,
  MOST_START_NUMBERS,
  type ModelCard,
  type Parameters,
  type Plan,
  type PlanStart,
  tableColumnsOf,
} from '@tessera/contract'
import type { Network } from '@tessera/inference'
import { defaultParameters, type InstalledAlgorithm, keptParameters } from '../algorithm/index.ts'
import type { Agreement } from './agree-names.ts'
import type { TaskRow, TaskStartKept } from './table.ts'

/** What of a model decides whether a task may start from it. */
export type Fitting = Pick<TaskStartKept, 'input' | 'output' | 'width'> & { model: string }

/** How wide its hidden layer is, as its card says; undefined where it does not. */
export const widthOf = ({ parameters }: Pick<ModelCard, 'parameters'>, { manifest }: InstalledAlgorithm) => {
  const width = parameters?.[manifest.resumes ?? '']
  return typeof width === 'number' ? width : undefined
}

/** Ends where the model does not fit the plan: it takes and says exactly what the plan names, in that order. */
export function requireFit(
  { model, input, output, width }: Fitting,
  algorithm: InstalledAlgorithm,
  parameters: Parameters | null,
  { data, target }: Pick<Plan, 'data' | 'target'>,
) {
  const inputs = inputColumnsOf(input)
  const names = inputs.map(({ column }) => column)
  if (names.join('\n') !== columnsOf({ data }).join('\n')) {
    fail('task.start-columns', { model, columns: names.join(', ') })
  }
  for (const [place, column] of tableColumnsOf({ data }).entries()) {
    if (categoriesOf(inputs, place) !== (column.kind === 'number' ? null : column.categories.join('\n'))) {
      fail('task.start-categories', { model, column: column.name })
    }
  }
  if (output.kind !== target?.kind) fail('task.start-label', { model })
  if (output.kind === 'classes' && target.kind === 'classes') {
    const classes = output.classes.map(String)
    if (classes.join('\n') !== target.classes.join('\n')) {
      fail('task.start-classes', { model, classes: classes.join(', ') })
    }
  }
  const parameter = algorithm.manifest.resumes ?? ''
  const wanted = { ...defaultParameters(algorithm), ...keptParameters(algorithm, parameters) }[parameter]
  if (wanted !== width) fail('task.start-width', { model, width })
  const outputs = output.kind === 'classes' ? output.classes.length : 1
  const numbers = (featuresOf(inputs) + 1) * width + (width + 1) * outputs
  if (numbers > MOST_START_NUMBERS) fail('task.start-size', { model, most: MOST_START_NUMBERS })
}

/** As the plan is then: what does not fit any more is no plan, until another start is chosen or none. */
export function withStart(
  agreement: Agreement | undefined,
  { start, parameters }: Pick<TaskRow, 'start' | 'parameters'>,
  algorithm: InstalledAlgorithm | undefined,
): Agreement | undefined {
  if (agreement?.kind !== 'agreed' || !start || !algorithm) return agreement
  try {
    requireFit({ ...start, model: start.plan.model }, algorithm, parameters, agreement.names)
    return agreement
  } catch (error) {
    if (error instanceof AppError) return { kind: 'fault', error, names: agreement.names }
    throw error
  }
}

/** The model as the plan holds it. Ends where its file has another network than its card says. */
export function planStartOf(
  named: Pick<PlanStart, 'modelId' | 'model' | 'task' | 'file'>,
  { input, output, width }: Fitting,
  network: Network | undefined,
): PlanStart {
  const unreadable = () => fail('task.start-unreadable', { model: named.model })
  const inputs = inputColumnsOf(input)
  const numbers = inputs.flatMap(({ kind }, place) => (kind === 'number' ? [place] : []))
  const outputs = output.kind === 'classes' ? output.classes.length : 1
  if (!network || network.scales.size !== numbers.length) return unreadable()
  const sizes = network.layers.map(({ weights, bias }) => `${weights.length / 8},${bias.length / 8}`)
  if (sizes.join(' ') !== `${featuresOf(inputs) * width},${width} ${width * outputs},${outputs}`) return unreadable()
  if ((network.label !== null) !== (output.kind === 'number')) return unreadable()
  const scales = numbers.map((place): PlanStart['scales'][number] => {
    const { mean, factor } = network.scales.get(place) ?? unreadable()
    return [mean, factor === 0 ? 0 : 1 / factor]
  })
  const { label } = network
  if (![...scales.flat(), label?.mean ?? 0, label?.deviation ?? 1].every(Number.isFinite)) return unreadable()
  return {
    ...named,
    scales,
    scale: label && [label.mean, label.deviation],
    layers: network.layers.map(({ weights, bias }) => ({ weights: base64(weights), bias: base64(bias) })),
  }
}

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')

/** Null of a number. */
function categoriesOf(inputs: InputColumn[], place: number): string | null {
  const column = inputs[place]
  return column?.kind === 'category' ? (column.categories ?? []).join('\n') : null
}

/** A number is one feature, a category one for each known text and one for all others. */
const featuresOf = (inputs: InputColumn[]): number =>
  inputs.reduce((sum, { kind, categories }) => sum + (kind === 'number' ? 1 : (categories?.length ?? 0) + 1), 0)
