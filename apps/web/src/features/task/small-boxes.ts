import type { ClassRows, ParameterDescription, Parameters } from '@tessera/contract'

/** Boxes whose shorter side is smaller than this where the net sees them are hardly found. */
export const MIN_BOX_PIXELS = 12
const SIDE_STEP = 32
/** The maximum of `side` in the manifest of picture_boxes. */
export const MAX_SIDE = 256

export interface SmallBoxes {
  side: number
  /** Classes of which most boxes are too small, and how large the median is, rounded down: below the minimum as shown. */
  classes: { name: string; pixels: number }[]
}

/** Classes whose boxes are mostly too small at the chosen side; null where there is none, or nothing is known. */
export function smallBoxesAt(parameters: Parameters | null, classRows: ClassRows | undefined): SmallBoxes | null {
  const side = parameters?.side
  if (typeof side !== 'number') return null
  const classes = (classRows?.classes ?? []).flatMap(({ name, boxSide }) => {
    const pixels = boxSide === undefined ? MIN_BOX_PIXELS : (boxSide * side) / 1000
    return pixels < MIN_BOX_PIXELS ? [{ name, pixels: Math.floor(pixels) }] : []
  })
  return classes.length > 0 ? { side, classes } : null
}

/** Fewer steps on batches than this at a party, and the net finds less at a larger side than at a smaller one. */
const MIN_STEPS = 240
/** Of a party's pictures that train; the others only score. */
const TRAINED = 0.8
/** Averaged after every pass, models of few pictures learn less. */
const MIN_LOCAL_PASSES = 2

/**
 * The least side at which no class is too small, or the largest there is, with as many passes as take the processor time of
 * the defaults: time grows by the square of the side. Parties with few pictures need more of them, up to those of the
 * defaults. Null where the chosen side will do, or is the largest already.
 */
export function proposalFor(
  parameters: Parameters,
  descriptions: ParameterDescription[],
  classRows: ClassRows | undefined,
): Record<'side' | 'max_iter' | 'local_epochs', number> | null {
  const [side, rounds, epochs] = ['side', 'max_iter', 'local_epochs'].map((name) =>
    descriptions.find((one) => one.name === name),
  )
  if (!side || !rounds || !epochs || !smallBoxesAt(parameters, classRows)) return null
  const [first, most] = [Number(side.default), side.maximum ?? Number(side.default)]
  let next = first
  while (next < most && smallBoxesAt({ side: next }, classRows)) next = Math.min(most, next + SIDE_STEP)
  if (next <= Number(parameters.side)) return null
  const defaults = Number(rounds.default) * Number(epochs.default)
  const sameTime = (defaults * first ** 2) / next ** 2
  const enough = MIN_STEPS / stepsOfPass(classRows, Number(parameters.batch_size ?? 1))
  const passes = Math.min(defaults, Math.max(sameTime, enough))
  const local = Math.max(MIN_LOCAL_PASSES, Math.round(passes / Number(rounds.default)))
  return { side: next, max_iter: Math.max(1, Math.round(passes / local)), local_epochs: local }
}

/** Steps of one pass at a party that has as many pictures as the parties have on average, of the commonest class. */
function stepsOfPass(classRows: ClassRows | undefined, batch: number): number {
  const pictures = (classRows?.classes ?? []).map(({ rows, parties }) => (parties === 0 ? 0 : rows / parties))
  return Math.max(1, (Math.max(0, ...pictures) * TRAINED) / batch)
}
