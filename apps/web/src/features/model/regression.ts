import { type Coefficient, type CountSpread, inputColumnsOf, type ModelCard, type Regression } from '@tessera/contract'

/** What a coefficient is told for: one unit more of its column, or one standard deviation more. */
export type Scale = 'unit' | 'deviation'

/** What it is an effect on: odds, hazards and expected counts multiply, a number changes. */
export type Measure = 'ratio' | 'hazard' | 'rate' | 'number'

export function measureOf({ output, regression }: Pick<ModelCard, 'output' | 'regression'>): Measure {
  if (output.kind === 'survival') return 'hazard'
  if (output.kind === 'classes') return 'ratio'
  return regression?.counts ? 'rate' : 'number'
}

export interface Line extends Omit<Coefficient, 'reference'> {
  /** The category that this one is compared with; null of a number. */
  reference: string | null
}

/** The coefficients of one class against the first, or of a number; the intercept is no effect and stands apart. */
export interface Effects {
  class: string | number | null
  against: string | number | null
  intercept: Coefficient | null
  lines: Line[]
}

export function effectsOf(regression: Regression, { input, output }: Pick<ModelCard, 'input' | 'output'>): Effects[] {
  const classes = [...new Set(regression.coefficients.map((coefficient) => coefficient.class))]
  return classes.map((name) => {
    const own = regression.coefficients.filter((coefficient) => coefficient.class === name)
    return {
      class: name,
      against: name !== null && output.kind === 'classes' ? (output.classes[0] ?? null) : null,
      intercept: own.find(({ column }) => column === null) ?? null,
      lines: own
        .filter(isEffect)
        .map((coefficient) => ({ ...coefficient, reference: referenceOf(coefficient, input) })),
    }
  })
}

/** Nothing in the rows depends on a coefficient that is exactly 0 and has no error: a constant column, or no row of a category. */
const isEffect = ({ column, estimate, error }: Coefficient) =>
  column !== null && (estimate !== 0 || error !== undefined)

/** Categories are compared with their column's first, or with the one that is named. */
function referenceOf({ column, category, reference }: Coefficient, input: ModelCard['input']): string | null {
  if (category === null) return null
  if (reference !== undefined) return reference
  return inputColumnsOf(input).find((one) => one.column === column)?.categories?.[0] ?? null
}

/** The same coefficient for one deviation more instead of one unit; a category has no other unit. */
export function rescaled<T extends Omit<Coefficient, 'reference'>>(line: T, scale: Scale): T {
  const { deviation, estimate, error, low, high } = line
  if (scale === 'unit' || deviation === undefined) return line
  return {
    ...line,
    estimate: estimate === null ? null : estimate * deviation,
    ...(error === undefined ? {} : { error: error * deviation }),
    ...(low === undefined ? {} : { low: low * deviation }),
    ...(high === undefined ? {} : { high: high * deviation }),
  }
}

export const hasIntervals = ({ coefficients }: Regression) => coefficients.some(({ low }) => low !== undefined)

export type Note =
  | { kind: 'settling'; rounds: number }
  | {
      kind: 'separated' | 'uncounted' | 'collinear' | 'aliased' | 'infinite' | 'infinite.flag' | 'constant'
      columns: string[]
    }
  | { kind: 'ridge.needed' | 'ridge.set'; ridge: number }
  | { kind: 'undetermined' }
  | { kind: 'spread.wide' | 'spread.poisson'; pearson: number }
  | { kind: 'dispersion'; estimate: number; low: number; high: number }
  | { kind: 'dispersion.plain'; estimate: number }
  | { kind: 'dispersion.none' }

/** Counts that spread so many times as far as Poisson's have standard errors that are clearly too small. */
const WIDE = 1.5

/** What must be known before the figures are read, the gravest first. */
export function notesOf(regression: Regression, { rounds, parameters }: Pick<ModelCard, 'rounds' | 'parameters'>) {
  const { coefficients, converged, separated, collinear, constant, ridge, counts } = regression
  const notes: Note[] = []
  if (!converged) notes.push({ kind: 'settling', rounds })
  if (separated.length > 0) notes.push({ kind: counts ? 'uncounted' : 'separated', columns: separated })
  if (collinear.length > 0) notes.push({ kind: ridge > 0 ? 'collinear' : 'aliased', columns: collinear })
  // A number is infinite only where all its values are 0 or 1, and has no category.
  const infinite = Map.groupBy(
    coefficients.filter((one) => one.infinite !== undefined),
    ({ category }) => (category === null ? 'infinite.flag' : 'infinite'),
  )
  for (const kind of ['infinite', 'infinite.flag'] as const) {
    const columns = new Set((infinite.get(kind) ?? []).flatMap(({ column }) => column ?? []))
    if (columns.size > 0) notes.push({ kind, columns: [...columns] })
  }
  if (ridge > 0) notes.push({ kind: ridge > Number(parameters?.l2 ?? 0) ? 'ridge.needed' : 'ridge.set', ridge })
  else if (!hasIntervals(regression)) notes.push({ kind: 'undetermined' })
  if (constant.length > 0) notes.push({ kind: 'constant', columns: constant })
  return counts ? [...notes, ...spreadOf(counts)] : notes
}

function spreadOf({ pearson, dispersion }: CountSpread): Note[] {
  if (dispersion === undefined) {
    return pearson === null ? [] : [{ kind: pearson > WIDE ? 'spread.wide' : 'spread.poisson', pearson }]
  }
  const { estimate, low, high } = dispersion
  if (estimate === 0) return [{ kind: 'dispersion.none' }]
  if (low === undefined || high === undefined) return [{ kind: 'dispersion.plain', estimate }]
  return [{ kind: 'dispersion', estimate, low, high }]
}
