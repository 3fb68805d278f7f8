/** Returns a generator of pseudo-random numbers from 0 to 1. The same seed gives the same numbers. */
export function seededRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
}
