import { type Coefficient, type CountSpread, inputColumnsOf, type ModelCard, type Regression } from '@tessera/contract'

/** The increase of a column to which an effect refers: one unit or one standard deviation. */
export type Scale = 'unit' | 'deviation'

/** How an effect changes the prediction: it multiplies odds, hazards or expected counts, or is added to a number. */
export type Measure = 'ratio' | 'hazard' | 'rate' | 'number'

export function measureOf({ output, regression }: Pick<ModelCard, 'output' | 'regression'>): Measure {
  if (output.kind === 'survival') return 'hazard'
  if (output.kind === 'classes') return 'ratio'
  return regression?.counts ? 'rate' : 'number'
}

export interface Line extends Omit<Coefficient, 'reference'> {
  /** The reference category, or null for a number. */
  reference: string | null
}

/**
 * The coefficients of one class against the reference class, or those for a number. The intercept is no effect, so it
 * is separate.
 */
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

/**
 * Returns whether a coefficient is an effect. A coefficient of exactly 0 without a standard error belongs to a constant
 * column or to a category without rows.
 */
const isEffect = ({ column, estimate, error }: Coefficient) =>
  column !== null && (estimate !== 0 || error !== undefined)

/** Returns the reference category: the named one, or else the first category of the column. */
function referenceOf({ column, category, reference }: Coefficient, input: ModelCard['input']): string | null {
  if (category === null) return null
  if (reference !== undefined) return reference
  return inputColumnsOf(input).find((one) => one.column === column)?.categories?.[0] ?? null
}

/** Returns a coefficient per standard deviation instead of per unit. The coefficient of a category stays as it is. */
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
  | { kind: 'groups'; groups: number }
  | { kind: 'averaged' | 'changed'; rows: number }
  | { kind: 'spread.wide' | 'spread.poisson'; pearson: number }
  | { kind: 'dispersion'; estimate: number; low: number; high: number }
  | { kind: 'dispersion.plain'; estimate: number }
  | { kind: 'dispersion.none' }

/** If the variance exceeds the Poisson variance by this factor, the standard errors are clearly too small. */
const WIDE = 1.5

/** Returns the notes that users need before they read the figures, the most serious first. */
export function notesOf(regression: Regression, { rounds, parameters }: Pick<ModelCard, 'rounds' | 'parameters'>) {
  const { coefficients, converged, separated, collinear, constant, ridge, counts, averaged, changed, groups } =
    regression
  const notes: Note[] = []
  if (!converged) notes.push({ kind: 'settling', rounds })
  if (groups !== undefined) notes.push({ kind: 'groups', groups })
  if (separated.length > 0) notes.push({ kind: counts ? 'uncounted' : 'separated', columns: separated })
  if (collinear.length > 0) notes.push({ kind: ridge > 0 ? 'collinear' : 'aliased', columns: collinear })
  // The effect of a numeric column is infinite only if all its values are 0 or 1. Such a column has no category.
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
  if (averaged > 0) notes.push({ kind: 'averaged', rows: averaged })
  if (changed > 0) notes.push({ kind: 'changed', rows: changed })
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
