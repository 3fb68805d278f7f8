/** Maximum share of colour in a cell, so that its text stays readable. */
export const MAX_SHADE = 0.32

/** Returns a faint background, green for correct and red for wrong predictions. The figures carry the same meaning. */
export const shade = (share: number, isRight: boolean) =>
  `color-mix(in srgb, var(--t-${isRight ? 'success' : 'error'}) ${Math.round(share * MAX_SHADE * 100)}%, transparent)`
