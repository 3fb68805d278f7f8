import { AppError, classNameOf } from '@tessera/contract'
import type { PartyNamesRow } from '../table.ts'

/** The fields of a class named by a party that matter for its code. */
export interface CodedClass {
  feature: string
  code: number | null
}

/**
 * Whether a member of the party confirmed the class at the party's edge. A class that only a client named, perhaps a
 * rare one, has no effect, and only the client's own party sees it.
 */
export const isConfirmed =
  (names: readonly Pick<PartyNamesRow, 'partyId' | 'names'>[]) =>
  ({ partyId, feature }: { partyId: string; feature: string }): boolean =>
    names.some((row) => row.partyId === partyId && row.names.label?.classes?.includes(classNameOf(feature)))

/**
 * Returns why the codes are invalid; undefined if every class has one code over all parties, and the codes start at 0
 * without gaps.
 */
export function findFault(rows: readonly CodedClass[]): AppError | undefined {
  const codes = new Map<string, number>()
  const classes = new Map<number, string>()
  for (const { feature, code } of rows) {
    const name = classNameOf(feature)
    if (code === null) return new AppError('task.class-code-missing', { class: name })
    const [former, holder] = [codes.get(name) ?? code, classes.get(code) ?? name]
    if (former !== code) return new AppError('task.class-two-codes', { class: name, codes: `${former}, ${code}` })
    if (holder !== name) return new AppError('task.class-code-shared', { code, classes: `${holder}, ${name}` })
    codes.set(name, code)
    classes.set(code, name)
  }
  const last = codes.size - 1
  const isWithoutGaps = [...classes.keys()].every((code) => code >= 0 && code <= last)
  return isWithoutGaps ? undefined : new AppError('task.class-codes-gaps', { last })
}

/** Returns an error if, of two classes, the chosen positive class does not have the last code. */
export function findPositiveFault(
  rows: readonly CodedClass[],
  chosen: { classes: readonly [other: string, positive: string]; isChosen: boolean } | undefined,
): AppError | undefined {
  if (!chosen?.isChosen) return undefined
  const [other, positive] = chosen.classes
  const codeOf = (name: string) => rows.find(({ feature }) => classNameOf(feature) === name)?.code ?? null
  const [first, last] = [codeOf(other), codeOf(positive)]
  if (first === null || last === null || first < last) return undefined
  return new AppError('task.class-codes-positive', { positive, other })
}

/** Returns the classes in the order of their codes; undefined until the codes are agreed. */
export function codedClassesOf(rows: readonly CodedClass[]): string[] | undefined {
  if (findFault(rows)) return undefined
  const names = new Map(rows.map(({ feature, code }) => [code ?? 0, classNameOf(feature)]))
  return [...names].toSorted(([one], [other]) => one - other).map(([, name]) => name)
}
