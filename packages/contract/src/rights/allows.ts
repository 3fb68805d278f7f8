import type { ErrorCode } from '../errors.ts'
import { isAtLeast, RANKS, type Rank, type Who } from './ranks.ts'
import { type RightName, rights, type ThingOf } from './table.ts'
import type { Relation, State, Thing } from './things.ts'

/**
 * A question to the table of rights: the caller's rank, the caller's relations to the object, and the state of the
 * object.
 */
export interface Asking<T extends Thing> {
  who: Who
  is: readonly Relation<T>[]
  state: Partial<State<T>>
}

/** Returns the names of the relations that are true. */
export const holding = <R extends string>(relations: Record<R, boolean>): R[] =>
  (Object.keys(relations) as R[]).filter((name) => relations[name])

type Loose = { readonly [dimension: string]: readonly string[] | undefined }
interface LooseWay {
  who: Who
  is?: readonly string[]
  when?: Loose
}
/** A right for any kind of object. Only the names of relations and states are compared. */
interface LooseRight {
  title: string
  ways: readonly LooseWay[]
  when?: Loose
  refusals: readonly ErrorCode[]
  inPerson?: true
}

/** Returns whether the table of rights grants a right. An unknown fact about the object counts as false. */
export function allows<N extends RightName>(name: N, asking: Asking<ThingOf<N>>): boolean {
  return decides(rightOf(name), asking)
}

export const rightOf = (name: RightName): LooseRight => rights[name]

/** Decides whether a right for any kind of object is granted. */
export function decides(right: LooseRight, { who, is, state }: { who: Who; is: readonly string[]; state: object }) {
  const facts = Object.entries(state) as [string, string][]
  const holds = (when: Loose = {}) =>
    Object.entries(when).every(([name, values]) => facts.some(([of, value]) => of === name && values?.includes(value)))
  const fits = (way: LooseWay) =>
    isAtLeast(who, way.who) && (way.is ?? []).every((relation) => is.includes(relation)) && holds(way.when)
  return holds(right.when) && right.ways.some(fits)
}

/** Returns the lowest rank that can have this right for any object. */
export function leastOf(name: RightName): Who {
  const people = rightOf(name).ways.map(({ who }) => who)
  return RANKS.find((rank) => people.includes(rank)) ?? (people[0] as Who)
}

/** Returns the rights that a rank has, or can have for some object, without the rights of every logged-in user. */
export function rightsWithin(rank: Rank): RightName[] {
  return (Object.keys(rights) as RightName[]).filter(
    (name) => RANKS.indexOf(leastOf(name) as Rank) > RANKS.indexOf('user') && isAtLeast(rank, leastOf(name)),
  )
}
