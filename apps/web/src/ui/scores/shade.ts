/** Of a cell's colour, at most: what stands on it has to be read. */
export const MOST_SHADE = 0.32

/** Right answers in green, wrong ones in red, both faint: the numbers say it. */
export const shade = (share: number, isRight: boolean) =>
  `color-mix(in srgb, var(--t-${isRight ? 'success' : 'error'}) ${Math.round(share * MOST_SHADE * 100)}%, transparent)`
