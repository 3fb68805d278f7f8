import {
  type Coefficient,
  type Curve,
  categoryPlaceOf,
  type InputColumn,
  type ModelCard,
  restAt,
  type TableRow,
  widthOf,
} from '@tessera/contract'

/**
 * How much the value of a column adds to the sum of a model. For classes, the sum compares one class with the first.
 */
export interface Effects {
  method: 'linear' | 'additive'
  of: (input: InputColumn, value: TableRow[string] | undefined, name: string | null) => number
  /** The effect and value that represent the training rows. */
  typical: (input: InputColumn, name: string | null) => { effect: number; value: number | string | null }
}

/** Returns the effects in a model card, or null if the model is not a sum of effects. */
export function effectsOf({ regression, curves }: Pick<ModelCard, 'regression' | 'curves'>): Effects | null {
  if (regression) return linear(regression.coefficients)
  return curves ? additive(curves) : null
}

/**
 * Returns a number, or `mean` if the number is missing. A missing text is not replaced, because training treats it as a
 * separate category.
 */
export function numberOr(mean: number, value: TableRow[string] | undefined): number {
  const text = String(value ?? '').trim()
  return text === '' ? mean : Number(text)
}

export const exampleOf = ({ example }: InputColumn): number => (typeof example === 'number' ? example : 0)

/** The value that the file contains for an infinite coefficient (`FAR` in engine/engine/protocols/undetermined.py). */
const FAR = 60

function linear(coefficients: Coefficient[]): Effects {
  const key = (...parts: (string | null)[]) => JSON.stringify(parts)
  const estimates = new Map(
    coefficients.map((one) => [
      key(one.class === null ? null : String(one.class), one.column, one.category, one.rest ?? null),
      one.estimate ?? (one.infinite ?? 0) * FAR,
    ]),
  )
  // The first class and one category of each column are the reference levels, so they have no coefficient.
  const of: Effects['of'] = (input, value, name) => {
    if (input.kind === 'number') {
      return (estimates.get(key(name, input.column, null, null)) ?? 0) * numberOr(exampleOf(input), value)
    }
    return atPlace(input, categoryPlaceOf(input, value), name)
  }
  const atPlace = (input: InputColumn, place: number, name: string | null) =>
    estimates.get(key(name, input.column, input.categories?.[place] ?? '', restAt(input, place) ?? null)) ?? 0
  const referenceOf = (input: InputColumn, name: string | null) => {
    const isOwn = (one: Coefficient) =>
      one.column === input.column && (one.class === null ? null : String(one.class)) === name
    return coefficients.find(isOwn)?.reference ?? input.categories?.[0] ?? null
  }
  const typical: Effects['typical'] = (input, name) => {
    if (input.kind === 'number') return { effect: of(input, exampleOf(input), name), value: exampleOf(input) }
    const width = widthOf(input)
    const counts = input.seen?.counts.filter((count) => typeof count === 'number') ?? []
    const rows = counts.reduce((sum, count) => sum + count, 0)
    // If a count is withheld, the mean effect over the rows is unknown.
    if (counts.length !== width || rows === 0) return { effect: 0, value: referenceOf(input, name) }
    // Infinite coefficients are left out, because a mean that includes one would not describe the other categories.
    const finite = counts.flatMap((count, at) => {
      const effect = atPlace(input, at, name)
      return Math.abs(effect) < FAR ? [{ effect, count }] : []
    })
    const others = finite.reduce((sum, { count }) => sum + count, 0)
    const sum = finite.reduce((all, { effect, count }) => all + effect * count, 0)
    return { effect: others === 0 ? 0 : sum / others, value: null }
  }
  return { method: 'linear', of, typical }
}

function additive(curves: Curve[]): Effects {
  const of: Effects['of'] = (input, value, name) => {
    const curve = curves.find(
      (one) => one.column === input.column && (one.class === null ? null : String(one.class)) === name,
    )
    if (!curve) return 0
    if (input.kind === 'number') return heightAt(curve, numberOr(exampleOf(input), value))
    return curve.effects[categoryPlaceOf(input, value)] ?? 0
  }
  // The mean of a curve over the training rows is zero by construction.
  return { method: 'additive', of, typical: () => ({ effect: 0, value: null }) }
}

/** Returns the value of a curve at a point. A point equal to a cut point belongs to the step below it. */
function heightAt({ points, effects }: Curve, value: number): number {
  const place = points.findIndex((point) => value <= point)
  return effects[place < 0 ? points.length : place] ?? 0
}
