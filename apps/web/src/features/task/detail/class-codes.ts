import { classNameOf, type SelectedFeature } from '@tessera/contract'

/** A class of the task, with the same code for all parties that name it. */
export interface ClassRule {
  name: string
  parties: string[]
  ids: string[]
  code: number | null
}

/**
 * Returns all classes without duplicates. Their order follows the chosen positive class; without one, the existing
 * codes; and without codes, the names.
 */
export function classRulesOf(features: SelectedFeature[], given: readonly string[] = []): ClassRule[] {
  const rules = new Map<string, ClassRule>()
  for (const { id, feature, partyName, code } of features) {
    const name = classNameOf(feature)
    const rule = rules.get(name) ?? { name, parties: [], ids: [], code }
    rules.set(name, {
      ...rule,
      parties: [...rule.parties, partyName],
      ids: [...rule.ids, id],
      // If a party has named a class later, the class has no code at that party yet.
      code: rule.code ?? code,
    })
  }
  const sorted = [...rules.values()].sort((one, other) => compareNames(one.name, other.name))
  if (isGiven(sorted, given)) return sorted.sort((one, other) => given.indexOf(one.name) - given.indexOf(other.name))
  const hasCodes = checkCodes(sorted.map(({ code }) => String(code ?? ''))) === null
  return hasCodes ? sorted.sort((one, other) => Number(one.code) - Number(other.code)) : sorted
}

/** Returns whether this order determines the codes of all classes. */
export const isGiven = (rules: readonly ClassRule[], given: readonly string[]): boolean =>
  rules.every(({ name }) => given.includes(name))

function compareNames(one: string, other: string): number {
  const difference = Number(one) - Number(other)
  if (!Number.isNaN(difference) && difference !== 0) return difference
  return one < other ? -1 : one > other ? 1 : 0
}

export type CodeProblem =
  | { kind: 'number'; at: number }
  | { kind: 'repeated'; at: number; code: number }
  | { kind: 'gap'; missing: number; last: number }

/** Checks that the codes are 0 to n − 1, each used once. Returns the first problem or null. */
export function checkCodes(codes: string[]): CodeProblem | null {
  const wrong = codes.findIndex((code) => !/^\d+$/.test(code.trim()))
  if (wrong >= 0) return { kind: 'number', at: wrong }
  const numbers = codes.map(Number)
  const repeated = numbers.findIndex((code, index) => numbers.indexOf(code) < index)
  if (repeated >= 0) return { kind: 'repeated', at: repeated, code: numbers[repeated] as number }
  const missing = numbers.findIndex((_, code) => !numbers.includes(code))
  return missing >= 0 ? { kind: 'gap', missing, last: numbers.length - 1 } : null
}
