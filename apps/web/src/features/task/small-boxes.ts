import type { ClassRows, ParameterDescription, Parameters } from '@tessera/contract'

/** Minimum length in pixels of a box's shorter side in the network's input. Smaller boxes are rarely found. */
export const MIN_BOX_PIXELS = 12
const SIDE_STEP = 32
/** The maximum of `side` in the manifest of picture_boxes. */
export const MAX_SIDE = 256

export interface SmallBoxes {
  side: number
  /**
   * Classes whose boxes are mostly too small, with the median size. The size is rounded down, so that it always appears
   * below the minimum.
   */
  classes: { name: string; pixels: number }[]
}

/**
 * Returns the classes whose boxes are mostly too small at the selected side, or null if there are none or the sizes are
 * unknown.
 */
export function smallBoxesAt(parameters: Parameters | null, classRows: ClassRows | undefined): SmallBoxes | null {
  const side = parameters?.side
  if (typeof side !== 'number') return null
  const classes = (classRows?.classes ?? []).flatMap(({ name, boxSide }) => {
    const pixels = boxSide === undefined ? MIN_BOX_PIXELS : (boxSide * side) / 1000
    return pixels < MIN_BOX_PIXELS ? [{ name, pixels: Math.floor(pixels) }] : []
  })
  return classes.length > 0 ? { side, classes } : null
}

/**
 * Minimum number of steps on batches per party. With fewer steps, the network finds less at a larger side than at a
 * smaller one.
 */
const MIN_STEPS = 240
/** Share of a party's pictures that is used for training. The others are only scored. */
const TRAINED = 0.8
/**
 * Minimum number of local passes per round. Averaging after every pass makes models trained on few pictures learn less.
 */
const MIN_LOCAL_PASSES = 2

/**
 * Returns the smallest side at which no class is too small, or else the largest side, with a number of passes that
 * keeps the processor time of the defaults; time grows with the square of the side. Parties with few pictures need more
 * passes, up to the default. Null if the selected side is sufficient or already the largest.
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

/**
 * Returns the number of steps in one pass at a party with the average number of pictures of the most frequent class.
 */
function stepsOfPass(classRows: ClassRows | undefined, batch: number): number {
  const pictures = (classRows?.classes ?? []).map(({ rows, parties }) => (parties === 0 ? 0 : rows / parties))
  return Math.max(1, (Math.max(0, ...pictures) * TRAINED) / batch)
}
