import type { MarkedEntity } from './entities.ts'
import type { Entity } from './tags.ts'

const UNITS = ['characters', 'utf-16', 'utf-8'] as const
type Unit = (typeof UNITS)[number]

/** How a file counts the places of its entities. */
export interface Counting {
  unit: Unit
  /** Whether `end` is the place of the last character, and not of the one behind it. */
  isInclusive: boolean
  first: 0 | 1
}

/** The likeliest first: where several fit, the first of them is taken. */
const COUNTINGS: Counting[] = ([0, 1] as const).flatMap((first) =>
  [false, true].flatMap((isInclusive) => UNITS.map((unit) => ({ unit, isInclusive, first }))),
)
/** As Python counts, and as the documentation asks for. */
export const DECLARED = COUNTINGS[0] as Counting

/** As a note of the draft names it; undefined for the declared way. */
export const nameOf = (counting: Counting): string | undefined =>
  counting === DECLARED
    ? undefined
    : [counting.unit, ...(counting.isInclusive ? ['inclusive'] : []), ...(counting.first ? ['from-1'] : [])].join(' ')

const WORD_END = /[\p{L}\p{N}]$/u
const WORD_START = /^[\p{L}\p{N}]/u
const SHOWN_CHARACTERS = 40
/**
 * What stands at an entity's place is longer than the entity's own text only by blanks, and by accents that are characters
 * of their own. Anything longer is not normalised, which takes time in proportion to its length.
 */
const MAX_LONGER = 4
const MAX_BLANKS = 100

/** Finds the way of counting in which the entities of a file fit the texts that they carry themselves. */
export class CountingSearch {
  readonly #fits = COUNTINGS.map(() => 0)

  /** Entities without a text of their own that neighbouring letters could belong to; the first as it is read. */
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

  /** The one that fits most entities. One that does not fit all of them leaves the others to be refused. */
  get best(): Counting {
    return COUNTINGS[this.#fits.indexOf(Math.max(...this.#fits))] as Counting
  }
}

/** Entities in characters from 0, ends left out; or the first whose own text is not what stands at its place. */
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

/** The places of one text, in each unit. */
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

  /** Whether letters or digits stand right before it or behind it, as they always do in Chinese. */
  isWithinWord(entity: Entity): boolean {
    const { start, end } = this.#unitsOf(entity, DECLARED)
    if (start < 0 || end <= start) return false
    return (
      WORD_END.test(this.#text.slice(Math.max(0, start - 2), start)) || WORD_START.test(this.#text.slice(end, end + 2))
    )
  }

  /** A place outside the text stays outside. */
  charactersOf(entity: Entity, counting: Counting): { start: number; end: number } {
    const { start, end } = this.#unitsOf(entity, counting)
    this.#characters ??= this.#countCharacters()
    return { start: this.#characters[start] ?? -1, end: this.#characters[end] ?? -1 }
  }

  /** In UTF-16, as strings are cut here; -1 outside the text and within a character. */
  #unitsOf({ start, end }: Entity, { unit, isInclusive, first }: Counting) {
    const starts = this.#startsOf(unit)
    return { start: starts[start - first] ?? -1, end: starts[end - first + (isInclusive ? 1 : 0)] ?? -1 }
  }

  /** Where each unit begins in UTF-16; the last entry is the end of the text. */
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

/** Programs trim texts and put accents together in their own ways. */
const plain = (text: string) => text.normalize('NFC').replace(/\s+/g, ' ').trim()
