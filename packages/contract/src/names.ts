import { z } from 'zod'
import type { LabelKind } from './algorithm.ts'

/** Fewest of a party's rows that must have a category or class before its name may leave. */
export const FEWEST_ROWS_NAMED = 5
export const MOST_CATEGORIES = 100
export const MOST_CLASSES = 50
/** Largest count of a row; what is more is an amount. */
export const MOST_COUNT = 1_000_000
/** Above this a column of whole numbers is read as a quantity where either would do. */
export const MOST_CLASSES_GUESSED = 20
/** Characters of a category or class. */
export const LONGEST_NAME = 200
/** A party tells of a class how many rows it has as a multiple of it, rounded down. */
export const ROWS_ROUNDED_TO = 5
/** A party reports how large the boxes of a class are as a multiple of so many thousandths, rounded down. */
export const BOX_SIDE_STEP = 5
/** A class that fewer rows have, over all parties, is learnt badly, and its scores say little. */
export const FEWEST_ROWS_OF_CLASS = 20

const Name = z.string().max(LONGEST_NAME)
const Categories = z.array(Name).max(MOST_CATEGORIES)

/** What a column is in one party's rows; `empty`: no row of them has a value. */
export const ColumnNames = z.discriminatedUnion('kind', [
  z.object({ name: z.string(), kind: z.literal('number') }),
  z.object({ name: z.string(), kind: z.literal('empty') }),
  /** What is read as it stands, such as a report: nothing of it is named. */
  z.object({ name: z.string(), kind: z.literal('texts') }),
  /** The same, cut into tokens. */
  z.object({ name: z.string(), kind: z.literal('tokens') }),
  z.object({ name: z.string(), kind: z.literal('pictures') }),
  /** Says that the rows are nodes of a graph. */
  z.object({ name: z.string(), kind: z.literal('links') }),
  z.object({ name: z.string(), kind: z.literal('categories'), categories: Categories }),
])
export type ColumnNames = z.infer<typeof ColumnNames>

export const roundedRows = (rows: number): number => rows - (rows % ROWS_ROUNDED_TO)

export const roundedBoxSide = (share: number): number => Math.floor((share * 1000) / BOX_SIDE_STEP) * BOX_SIDE_STEP

/** Of boxes: the median of their shorter sides, in thousandths of the picture's side, rounded down. */
const BoxSide = z.number().int().min(0).max(1000).multipleOf(BOX_SIDE_STEP)

/** Of a class that may be named: how many of a party's rows are of it, at least. */
export const ClassCount = z.object({
  name: Name,
  rows: z.number().int().min(FEWEST_ROWS_NAMED).multipleOf(ROWS_ROUNDED_TO),
  boxSide: BoxSide.optional(),
})
export type ClassCount = z.infer<typeof ClassCount>

/** What the label is in one party's rows. */
export const LabelNames = z.object({
  column: z.string(),
  kind: z.enum(['number', 'text', 'labels']),
  /** All of its numbers are whole. */
  integral: z.boolean(),
  /** Null where it is no label of classes: amounts, or too many different values. */
  classes: z.array(Name).max(MOST_CLASSES).nullable(),
  /** One for each of them; edges of earlier versions do not tell. In no plan: it is for those who choose and start. */
  counts: z.array(ClassCount).max(MOST_CLASSES).optional(),
})
export type LabelNames = z.infer<typeof LabelNames>

/** What of a party's rows is named in the plan, once a member has confirmed it: words, and beside the label's classes rounded counts. */
export const PartyNames = z.object({
  columns: z.array(ColumnNames).min(1),
  label: LabelNames.nullable(),
  /** Whether the party has a table of its own rows shown to the others; absent where none could be. */
  ownTable: z.boolean().optional(),
})
export type PartyNames = z.infer<typeof PartyNames>

/** Kinds that nobody asked for by name: they say what the rows are. */
export const isColumn = ({ kind }: ColumnNames): boolean => kind !== 'pictures' && kind !== 'links'

/** What names are wanted for. */
export const NamesWanted = z.object({
  /** None of pictures. */
  columns: z.array(z.string()),
  label: z.string().nullable(),
  /** What the algorithm predicts. */
  targets: z.array(z.enum(['classes', 'number', 'count', 'event', 'entities', 'boxes', 'labels'])),
  /** Of an event: the column of its times, and which of the label's values it is. */
  time: z.string().optional(),
  event: z.string().optional(),
  /** The algorithm can show each party's own table, and several take part. */
  ownTables: z.literal(true).optional(),
})
export type NamesWanted = z.infer<typeof NamesWanted>

/** What an algorithm makes of a label. */
export const targetsOf = (labelKinds: readonly LabelKind[]): NamesWanted['targets'] => [
  ...(labelKinds.some((kind) => kind === 'binary' || kind === 'multi') ? (['classes'] as const) : []),
  ...(labelKinds.includes('regression') ? (['number'] as const) : []),
  ...(labelKinds.includes('count') ? (['count'] as const) : []),
  ...(isTimed({ labelKinds }) ? (['event'] as const) : []),
  ...(isMarking({ labelKinds }) ? (['entities'] as const) : []),
  ...(labelKinds.includes('labels') ? (['labels'] as const) : []),
  ...(isBoxing({ labelKinds }) ? (['boxes'] as const) : []),
]

/** Whether what it predicts is an event, which has a time beside the label. */
export const isTimed = ({ labelKinds }: { labelKinds: readonly LabelKind[] }): boolean => labelKinds.includes('event')

/** Whether what it predicts are entities, which are marked in texts that are cut into tokens. */
export const isMarking = ({ labelKinds }: { labelKinds: readonly LabelKind[] }): boolean =>
  labelKinds.includes('entities')

/** Whether what it predicts are boxes: what is where in a picture. */
export const isBoxing = ({ labelKinds }: { labelKinds: readonly LabelKind[] }): boolean => labelKinds.includes('boxes')

/** Whether tasks with this algorithm have a label. */
export const isPredicting = ({ labelKinds }: { labelKinds: readonly LabelKind[] }): boolean => labelKinds.length > 0

/** Every word that leaves: columns' categories and the label's classes. */
export const wordsOf = ({ columns, label }: PartyNames): string[] => [
  ...columns.flatMap((column) => (column.kind === 'categories' ? column.categories : [])),
  ...(label?.classes ?? []),
]

/** What the other parties have confirmed of a column: its categories, or the label's classes. */
export const NamedElsewhere = z.object({
  column: z.string(),
  words: z.array(Name),
  /** Of spellings of one name, over all parties, those that every party is advised to use. Not sent by earlier platforms. */
  preferred: z.array(Name).optional(),
})
export type NamedElsewhere = z.infer<typeof NamedElsewhere>

/** The platform's answer to an edge. Platforms of earlier versions do not send `others`. */
export const NamesAsked = z.object({ ...NamesWanted.shape, others: z.array(NamedElsewhere).optional() })
export type NamesAsked = z.infer<typeof NamesAsked>

/** A column whose values the other parties, or the party itself, write in another way. */
export const ColumnSpellings = z.object({
  column: z.string(),
  /** What the other parties have confirmed so far. */
  others: z.array(z.string()),
  /** Own values that no other party names; `proposed` is the name of which the value is another spelling. */
  own: z.array(z.object({ name: z.string(), rows: z.number().int(), proposed: z.string().nullable() })),
})
export type ColumnSpellings = z.infer<typeof ColumnSpellings>

/** What an edge proposes to name of the rows set aside for a task: what enough of them have. */
export const NamesProposal = z.object({ taskId: z.string(), datasetId: z.string(), names: PartyNames })
export type NamesProposal = z.infer<typeof NamesProposal>

/** The same, as a member reads it at the edge: with the values that should be renamed before they are confirmed. */
export const NamesToConfirm = z.object({ ...NamesProposal.shape, spellings: z.array(ColumnSpellings).optional() })
export type NamesToConfirm = z.infer<typeof NamesToConfirm>

/** Whether a party's words are known: `none` while it brings no data or nothing is asked for yet. */
export const NamesStatus = z.enum(['none', 'missing', 'confirmed'])
export type NamesStatus = z.infer<typeof NamesStatus>

/**
 * What differs between the parties in a column, as far as they have confirmed their names:
 * - `spelling`: values that are spellings of one name
 * - `apart`: a party shares no category or class with the others
 * - `empty`: no row of a party has a value
 * - `one-class`: at most one class has enough rows at a party
 * - `decimals`: whole numbers at one party, decimals at another
 */
export const PartyDifference = z.object({
  kind: z.enum(['spelling', 'apart', 'empty', 'one-class', 'decimals']),
  column: z.string(),
  isLabel: z.boolean(),
  /** Of `spelling`: each group is one name. */
  spellings: z.array(z.array(z.string())),
  /** Those concerned that the reader may know of: for the initiator all, for others their own. */
  partyIds: z.array(z.string()),
})
export type PartyDifference = z.infer<typeof PartyDifference>

/** The label's classes over all parties that bring rows, before the start: enough of each, or too few to learn it. */
export const ClassRows = z.object({
  /** `rows`: at least so many, as every party rounds down; `parties`: how many have so many that the class is named; `boxSide`: the median of what they report, by rows. */
  classes: z.array(
    z.object({ name: z.string(), rows: z.number().int(), parties: z.number().int(), boxSide: BoxSide.optional() }),
  ),
  /** How many parties the rows are of, and how many bring rows of which this is not known. */
  parties: z.number().int(),
  missing: z.number().int(),
})
export type ClassRows = z.infer<typeof ClassRows>
