import type { MarkedEntity } from './entities.ts'
import type { Entity } from './tags.ts'

const UNITS = ['characters', 'utf-16', 'utf-8'] as const
type Unit = (typeof UNITS)[number]

/** The convention by which a file counts the offsets of its entities. */
export interface Counting {
  unit: Unit
  /** Whether `end` is the offset of the last character, instead of the offset after it. */
  isInclusive: boolean
  first: 0 | 1
}

/** All offset conventions, most probable first. If several conventions fit a file, the first is used. */
const COUNTINGS: Counting[] = ([0, 1] as const).flatMap((first) =>
  [false, true].flatMap((isInclusive) => UNITS.map((unit) => ({ unit, isInclusive, first }))),
)
/** Python's offset convention, which our documentation requires. */
export const DECLARED = COUNTINGS[0] as Counting

/** Returns the name of an offset convention for a note in the draft, or undefined for the documented convention. */
export const nameOf = (counting: Counting): string | undefined =>
  counting === DECLARED
    ? undefined
    : [counting.unit, ...(counting.isInclusive ? ['inclusive'] : []), ...(counting.first ? ['from-1'] : [])].join(' ')

const WORD_END = /[\p{L}\p{N}]$/u
const WORD_START = /^[\p{L}\p{N}]/u
const SHOWN_CHARACTERS = 40
/**
 * Maximum factor by which the text at an entity's offsets may be longer than the text stated for the entity, because of
 * blanks and combining accents. Longer texts are not normalised, because the time needed grows with their length.
 */
const MAX_LONGER = 4
const MAX_BLANKS = 100

/** Finds the offset convention for which the entities of a file match the texts stated for them. */
export class CountingSearch {
  readonly #fits = COUNTINGS.map(() => 0)

  /**
   * Number of entities without a stated text next to which a letter continues the word, and the first such entity as it
   * is read.
   */
  unchecked: { value: string; count: number } | undefined

  add(text: string, entities: MarkedEntity[]) {
    const places = new Places(text)
    for (const entity of entities) {
      if (entity.own === null) {
        if (!places.isWithinWord(entity)) continue
        const value = `“${places.textOf(entity, DECLARED)?.slice(0, SHOWN_CHARACTERS)}” (${entity.label})`
        this.unchecked = { value: this.unchecked?.value ?? value, count: (this.unchecked?.count ?? 0) + 1 }
        continue
      }
      for (const [index, counting] of COUNTINGS.entries()) {
        if (places.fits(entity, counting)) this.#fits[index] = (this.#fits[index] as number) + 1
      }
    }
  }

  /** The convention that fits most entities. Entities that it does not fit are refused. */
  get best(): Counting {
    return COUNTINGS[this.#fits.indexOf(Math.max(...this.#fits))] as Counting
  }
}

/**
 * Returns entities as character offsets from 0 with exclusive ends, or the first entity whose stated text does not
 * match.
 */
export function placedEntities(
  text: string,
  entities: MarkedEntity[],
  counting: Counting,
): { entities: Entity[] } | { entity: string; found: string } {
  const isPlain = counting === DECLARED && entities.every(({ own }) => own === null)
  if (isPlain) return { entities }
  const places = new Places(text)
  const wrong = entities.find((entity) => entity.own !== null && !places.fits(entity, counting))
  if (wrong) return { entity: wrong.own as string, found: places.textOf(wrong, counting) ?? '' }
  return { entities: entities.map((entity) => ({ ...places.charactersOf(entity, counting), label: entity.label })) }
}

/** Converts offsets in one text between units. */
class Places {
  readonly #text: string
  readonly #starts = new Map<Unit, Int32Array>()
  #characters: Int32Array | undefined

  constructor(text: string) {
    this.#text = text
  }

  fits(entity: MarkedEntity, counting: Counting): boolean {
    const own = entity.own as string
    const found = this.textOf(entity, counting)
    if (found === undefined || found.length > own.length * MAX_LONGER + MAX_BLANKS) return false
    return found === own || plain(found) === plain(own)
  }

  textOf(entity: Entity, counting: Counting): string | undefined {
    const { start, end } = this.#unitsOf(entity, counting)
    return start < 0 || end < start ? undefined : this.#text.slice(start, end)
  }

  /**
   * Returns whether a letter or digit directly precedes or follows the entity. In Chinese texts this is always the
   * case.
   */
  isWithinWord(entity: Entity): boolean {
    const { start, end } = this.#unitsOf(entity, DECLARED)
    if (start < 0 || end <= start) return false
    return (
      WORD_END.test(this.#text.slice(Math.max(0, start - 2), start)) || WORD_START.test(this.#text.slice(end, end + 2))
    )
  }

  /** Returns character offsets, or -1 for an offset outside the text. */
  charactersOf(entity: Entity, counting: Counting): { start: number; end: number } {
    const { start, end } = this.#unitsOf(entity, counting)
    this.#characters ??= this.#countCharacters()
    return { start: this.#characters[start] ?? -1, end: this.#characters[end] ?? -1 }
  }

  /**
   * Returns UTF-16 offsets, which JavaScript strings use, or -1 for an offset outside the text or within a character.
   */
  #unitsOf({ start, end }: Entity, { unit, isInclusive, first }: Counting) {
    const starts = this.#startsOf(unit)
    return { start: starts[start - first] ?? -1, end: starts[end - first + (isInclusive ? 1 : 0)] ?? -1 }
  }

  /** UTF-16 offsets at which the units of the text begin. The last entry is the end of the text. */
  #startsOf(unit: Unit): Int32Array {
    const known = this.#starts.get(unit)
    if (known) return known
    const starts: number[] = []
    let at = 0
    for (const character of this.#text) {
      const size = unit === 'characters' ? 1 : unit === 'utf-16' ? character.length : Buffer.byteLength(character)
      starts.push(at)
      for (let more = 1; more < size; more += 1) starts.push(-1)
      at += character.length
    }
    const found = Int32Array.from([...starts, at])
    this.#starts.set(unit, found)
    return found
  }

  #countCharacters(): Int32Array {
    const counts = new Int32Array(this.#text.length + 1).fill(-1)
    for (const [index, start] of this.#startsOf('characters').entries()) counts[start] = index
    return counts
  }
}

/** Normalises a text for comparison, because programs trim texts and compose accents in different ways. */
const plain = (text: string) => text.normalize('NFC').replace(/\s+/g, ' ').trim()
