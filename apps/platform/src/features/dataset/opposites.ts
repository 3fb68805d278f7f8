/** Parts of words that are one letter apart and make another thing of a word. What is further apart is never taken for a slip. */
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

/** Whether one word becomes the other by its opposite. */
export const areOpposite = (one: string, other: string) =>
  OPPOSITES.some(([a, b]) => turnsInto(one, other, a, b) || turnsInto(one, other, b, a))

function turnsInto(one: string, other: string, a: string, b: string): boolean {
  for (let at = one.indexOf(a); at >= 0; at = one.indexOf(a, at + 1)) {
    if (one.slice(0, at) + b + one.slice(at + a.length) === other) return true
  }
  return false
}
