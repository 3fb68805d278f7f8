/**
 * Pairs of word parts that differ by one letter and have different meanings. Pairs that differ by more letters are not
 * needed here, because such a difference never counts as a typing error.
 */
const OPPOSITES: readonly (readonly [string, string])[] = [
  ['ab', 'ad'],
  ['af', 'ef'],
  ['ante', 'anti'],
  ['pre', 'pro'],
  ['macro', 'micro'],
  ['ate', 'ite'],
  ['ite', 'ide'],
  ['anol', 'anal'],
  ['otomy', 'ostomy'],
  ['perone', 'perine'],
  ['prostate', 'prostrate'],
  ['phagia', 'phasia'],
  ['ureter', 'urethr'],
  ['thyroxine', 'thyronine'],
]

/** Returns whether replacing one part of such a pair by the other turns one word into the other. */
export const areOpposite = (one: string, other: string) =>
  OPPOSITES.some(([a, b]) => turnsInto(one, other, a, b) || turnsInto(one, other, b, a))

function turnsInto(one: string, other: string, a: string, b: string): boolean {
  for (let at = one.indexOf(a); at >= 0; at = one.indexOf(a, at + 1)) {
    if (one.slice(0, at) + b + one.slice(at + a.length) === other) return true
  }
  return false
}
