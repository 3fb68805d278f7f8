import type { ErrorCode } from '../errors.ts'
import { type RightName, rights, type ThingOf } from './table.ts'
import type { Relation, State, Thing } from './things.ts'
import { isAtLeast, RANKS, type Rank, type Who } from './who.ts'

/** Who asks, how they stand to the thing, and how the thing stands. */
export interface Asking<T extends Thing> {
  who: Who
  is: readonly Relation<T>[]
  state: Partial<State<T>>
}

/** The relations that are so, by name. */
export const holding = <R extends string>(relations: Record<R, boolean>): R[] =>
  (Object.keys(relations) as R[]).filter((name) => relations[name])

type Loose = { readonly [dimension: string]: readonly string[] | undefined }
interface LooseWay {
  who: Who
  is?: readonly string[]
  when?: Loose
}
/** A right whatever it is about: what is compared is names. */
interface LooseRight {
  title: string
  ways: readonly LooseWay[]
  when?: Loose
  refusals: readonly ErrorCode[]
  inPerson?: true
}

/** Says yes only where the table does: what is not known of a thing counts against whoever asks. */
export function allows<N extends RightName>(name: N, asking: Asking<ThingOf<N>>): boolean {
  return decides(rightOf(name), asking)
}

export const rightOf = (name: RightName): LooseRight => rights[name]

/** The same for a right and an asking of whatever kind. */
export function decides(right: LooseRight, { who, is, state }: { who: Who; is: readonly string[]; state: object }) {
  const facts = Object.entries(state) as [string, string][]
  const holds = (when: Loose = {}) =>
    Object.entries(when).every(([name, values]) => facts.some(([of, value]) => of === name && values?.includes(value)))
  const fits = (way: LooseWay) =>
    isAtLeast(who, way.who) && (way.is ?? []).every((relation) => is.includes(relation)) && holds(way.when)
  return holds(right.when) && right.ways.some(fits)
}

/** Below this nobody has the right, whatever the thing. */
export function leastOf(name: RightName): Who {
  const people = rightOf(name).ways.map(({ who }) => who)
  return RANKS.find((rank) => people.includes(rank)) ?? (people[0] as Who)
}

/** What somebody of this rank has, or can have in some matter or other; what anybody logged in has is left out. */
export function rightsWithin(rank: Rank): RightName[] {
  return (Object.keys(rights) as RightName[]).filter(
    (name) => RANKS.indexOf(leastOf(name) as Rank) > RANKS.indexOf('user') && isAtLeast(rank, leastOf(name)),
  )
}
