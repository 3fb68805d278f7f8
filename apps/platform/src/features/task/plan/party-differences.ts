import {
  type ColumnNames,
  type LabelNames,
  listSpellings,
  marksOf,
  meaningsOf,
  type NamedElsewhere,
  type PartyDifference,
  preferredSpellings,
} from '@tessera/contract'
import { joinedOf, type LoadedTask } from '../load.ts'

type Loaded = Pick<LoadedTask, 'task' | 'registrations' | 'names' | 'datasets'>

/** The values of a column that one party confirmed. */
interface Held {
  partyId: string
  /** Category or class names of the column. Null if no row has a value. */
  words: string[] | null
  isNumber: boolean
  /** Whether all numbers of the column are whole; undefined if that is unknown. */
  isWhole: boolean | undefined
}

/** Returns how the confirmed names of the parties differ, by column in the task's order. */
export function differencesOf(loaded: Loaded): PartyDifference[] {
  const { columnSelection } = loaded.task
  if (!columnSelection) return []
  const { columns, label } = columnSelection
  return [
    ...columns.flatMap((column) =>
      differencesIn(column, { isLabel: false, isClassed: false }, featureOf(loaded, column)),
    ),
    ...(label === null
      ? []
      : differencesIn(label, { isLabel: true, isClassed: hasOneClassEach(loaded) }, labelOf(loaded, label))),
  ]
}

/** Returns the names that the other parties have confirmed for each column, for the edge of one party. */
export function namedElsewhere(loaded: Loaded, partyId: string): NamedElsewhere[] {
  const { columns, label } = loaded.task.columnSelection ?? { columns: [], label: null }
  const held = [
    ...columns.map((column) => ({ column, all: featureOf(loaded, column) })),
    ...(label === null ? [] : [{ column: label, all: labelOf(loaded, label) }]),
  ]
  return held.flatMap(({ column, all }) => {
    const words = all.flatMap((one) => (one.partyId === partyId ? [] : (one.words ?? [])))
    const preferred = preferredSpellings(all.map((one) => one.words ?? []))
    if (words.length === 0) return []
    return { column, words: [...new Set(words)].toSorted(), preferred }
  })
}

function differencesIn(
  column: string,
  { isLabel, isClassed }: { isLabel: boolean; isClassed: boolean },
  held: Held[],
): PartyDifference[] {
  const found: PartyDifference[] = []
  const add = (kind: PartyDifference['kind'], concerned: Held[], spellings: string[][] = []) => {
    if (concerned.length === 0) return
    found.push({ kind, column, isLabel, spellings, partyIds: concerned.map(({ partyId }) => partyId) })
  }
  const filled = held.filter(({ words, isNumber }) => isNumber || words !== null)
  if (filled.length > 0)
    add(
      'empty',
      held.filter((one) => !filled.includes(one)),
    )
  const named = filled.flatMap((one) => (one.words ? { ...one, words: one.words } : []))
  const lists = named.map(({ words }) => words)
  const spellings = listSpellings(lists)
  const preferred = preferredSpellings(lists)
  // A party that already uses the recommended spelling has nothing to rename.
  const unlike = new Set(spellings.flat().filter((word) => !preferred.includes(word)))
  add(
    'spelling',
    named.filter(({ words }) => words.some((word) => unlike.has(word))),
    spellings,
  )
  const meaning = meaningsOf(lists)
  const isApart = ({ partyId, words }: { partyId: string; words: string[] }) => {
    const others = new Set(named.flatMap((one) => (one.partyId === partyId ? [] : one.words.map(meaning))))
    return words.length > 0 && others.size > 0 && words.every((word) => !others.has(meaning(word)))
  }
  add('apart', named.filter(isApart))
  const classes = new Set(lists.flat().map(meaning))
  if (isClassed && classes.size > 1)
    add(
      'one-class',
      named.filter(({ words }) => new Set(words.map(meaning)).size < 2),
    )
  const numbers = filled.filter(({ isWhole }) => isWhole !== undefined)
  if (new Set(numbers.map(({ isWhole }) => isWhole)).size > 1) add('decimals', numbers)
  return found
}

/**
 * Whether each row of the label has exactly one class. With entities, boxes or several labels per row, a single class
 * at a party is normal.
 */
const hasOneClassEach = (loaded: Loaded) =>
  confirmedOf(loaded).every(
    ({ names: { label }, columnTypes, contentType }) =>
      label?.kind !== 'labels' && !(label && contentType && marksOf({ contentType, columnTypes }, label.column)),
  )

/** Returns the confirmed names in the order in which the parties joined. */
function confirmedOf({ registrations, names, datasets }: Loaded) {
  return joinedOf({ registrations }).flatMap(({ partyId, datasetId }) => {
    const confirmed = names.find((one) => one.partyId === partyId)
    const { columnTypes = {}, contentType } = datasets.get(datasetId ?? '') ?? {}
    return confirmed ? { partyId, names: confirmed.names, columnTypes, contentType } : []
  })
}

function featureOf(loaded: Loaded, column: string): Held[] {
  return confirmedOf(loaded).flatMap(({ partyId, names, columnTypes }) => {
    const one = names.columns.find(({ name }) => name === column)
    return one ? { partyId, ...heldOf(one), isWhole: wholeness(one, columnTypes[column]) } : []
  })
}

const heldOf = (one: ColumnNames): Pick<Held, 'words' | 'isNumber'> => ({
  words: one.kind === 'categories' ? one.categories : null,
  isNumber: one.kind !== 'categories' && one.kind !== 'empty',
})

function wholeness({ kind }: ColumnNames, type: string | undefined): boolean | undefined {
  return kind === 'number' && (type === 'integer' || type === 'number') ? type === 'integer' : undefined
}

function labelOf(loaded: Loaded, column: string): Held[] {
  return confirmedOf(loaded).map(({ partyId, names }) => ({ partyId, ...labelHeld(names.label, column) }))
}

function labelHeld(label: LabelNames | null, column: string): Omit<Held, 'partyId'> {
  if (label === null || label.column !== column) return { words: null, isNumber: false, isWhole: undefined }
  return { words: label.classes, isNumber: label.classes === null, isWhole: undefined }
}
