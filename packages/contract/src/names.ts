import { z } from 'zod'
import type { LabelKind } from './algorithm.ts'

/** Minimum number of a party's rows that must have a category or class before its name can leave the edge. */
export const MIN_ROWS_NAMED = 5
export const MAX_CATEGORIES = 100
export const MAX_CLASSES = 50
/** Largest count in a row; a larger number is read as an amount. */
export const MAX_COUNT = 1_000_000
/** A column of whole numbers with more values is read as a quantity if both readings are possible. */
export const MAX_CLASSES_GUESSED = 20
/** Maximum length of a category or class. */
export const MAX_NAME = 200
/** A party reports the number of rows of a class as a multiple of this, rounded down. */
export const ROWS_ROUNDED_TO = 5
/** A party reports the size of a class's boxes as a multiple of this many thousandths, rounded down. */
export const BOX_SIDE_STEP = 5
/** A class with fewer rows over all parties is learnt badly, and its scores are unreliable. */
export const MIN_ROWS_OF_CLASS = 20

const Name = z.string().max(MAX_NAME)
const Categories = z.array(Name).max(MAX_CATEGORIES)

/** The content of a column in one party's rows. `empty`: no row has a value. */
export const ColumnNames = z.discriminatedUnion('kind', [
  z.object({ name: z.string(), kind: z.literal('number') }),
  z.object({ name: z.string(), kind: z.literal('empty') }),
  /** Free text, such as a report: none of its content is named. */
  z.object({ name: z.string(), kind: z.literal('texts') }),
  /** Free text, split into tokens. */
  z.object({ name: z.string(), kind: z.literal('tokens') }),
  z.object({ name: z.string(), kind: z.literal('pictures') }),
  /** Marks the rows as nodes of a graph. */
  z.object({ name: z.string(), kind: z.literal('links') }),
  z.object({ name: z.string(), kind: z.literal('categories'), categories: Categories }),
])
export type ColumnNames = z.infer<typeof ColumnNames>

export const roundedRows = (rows: number): number => rows - (rows % ROWS_ROUNDED_TO)

export const roundedBoxSide = (share: number): number => Math.floor((share * 1000) / BOX_SIDE_STEP) * BOX_SIDE_STEP

/** For boxes: the median of their shorter sides, in thousandths of the picture's side, rounded down. */
const BoxSide = z.number().int().min(0).max(1000).multipleOf(BOX_SIDE_STEP)

/** For a class that may be named: a lower bound of the number of a party's rows. */
export const ClassCount = z.object({
  name: Name,
  rows: z.number().int().min(MIN_ROWS_NAMED).multipleOf(ROWS_ROUNDED_TO),
  boxSide: BoxSide.optional(),
})
export type ClassCount = z.infer<typeof ClassCount>

/** The content of the label in one party's rows. */
export const LabelNames = z.object({
  column: z.string(),
  kind: z.enum(['number', 'text', 'labels']),
  /** Whether all of its numbers are whole. */
  integral: z.boolean(),
  /** Null if it is not a label of classes: amounts, or too many different values. */
  classes: z.array(Name).max(MAX_CLASSES).nullable(),
  /**
   * Rows of each class; absent if there are no classes. Not part of a plan: it helps members to choose and to start.
   */
  counts: z.array(ClassCount).max(MAX_CLASSES).optional(),
})
export type LabelNames = z.infer<typeof LabelNames>

/**
 * The part of a party's rows that a plan names once a member has confirmed it: words, and rounded counts of the label's
 * classes.
 */
export const PartyNames = z.object({
  columns: z.array(ColumnNames).min(1),
  label: LabelNames.nullable(),
  /** Whether the party shows the others a table of its own rows; absent if that is not possible. */
  ownTable: z.boolean().optional(),
})
export type PartyNames = z.infer<typeof PartyNames>

/** Returns false for kinds that are not columns: they state what the rows are. */
export const isColumn = ({ kind }: ColumnNames): boolean => kind !== 'pictures' && kind !== 'links'

/** What names are needed for. */
export const NamesWanted = z.object({
  /** Empty for pictures. */
  columns: z.array(z.string()),
  label: z.string().nullable(),
  /** What the algorithm predicts. */
  targets: z.array(z.enum(['classes', 'number', 'count', 'event', 'entities', 'boxes', 'labels'])),
  /** For an event: the column of its times, and the label's value that is the event. */
  time: z.string().optional(),
  event: z.string().optional(),
  /** Whether the algorithm can show each party's own table, and several parties take part. */
  ownTables: z.literal(true).optional(),
})
export type NamesWanted = z.infer<typeof NamesWanted>

/** Returns what an algorithm predicts from its kinds of label. */
export const targetsOf = (labelKinds: readonly LabelKind[]): NamesWanted['targets'] => [
  ...(labelKinds.some((kind) => kind === 'binary' || kind === 'multi') ? (['classes'] as const) : []),
  ...(labelKinds.includes('regression') ? (['number'] as const) : []),
  ...(labelKinds.includes('count') ? (['count'] as const) : []),
  ...(isTimed({ labelKinds }) ? (['event'] as const) : []),
  ...(isMarking({ labelKinds }) ? (['entities'] as const) : []),
  ...(labelKinds.includes('labels') ? (['labels'] as const) : []),
  ...(isBoxing({ labelKinds }) ? (['boxes'] as const) : []),
]

/** Returns whether the algorithm predicts an event, which needs a time beside the label. */
export const isTimed = ({ labelKinds }: { labelKinds: readonly LabelKind[] }): boolean => labelKinds.includes('event')

/** Returns whether the algorithm predicts entities, which are marked in tokenised texts. */
export const isMarking = ({ labelKinds }: { labelKinds: readonly LabelKind[] }): boolean =>
  labelKinds.includes('entities')

/** Returns whether the algorithm predicts boxes in pictures. */
export const isBoxing = ({ labelKinds }: { labelKinds: readonly LabelKind[] }): boolean => labelKinds.includes('boxes')

/** Returns whether tasks with this algorithm have a label. */
export const isPredicting = ({ labelKinds }: { labelKinds: readonly LabelKind[] }): boolean => labelKinds.length > 0

/** Returns every word that leaves the edge: the categories of columns and the classes of the label. */
export const wordsOf = ({ columns, label }: PartyNames): string[] => [
  ...columns.flatMap((column) => (column.kind === 'categories' ? column.categories : [])),
  ...(label?.classes ?? []),
]

/** What the other parties have confirmed for a column: its categories, or the label's classes. */
export const NamedElsewhere = z.object({
  column: z.string(),
  words: z.array(Name),
  /** For names with several spellings over all parties: the spellings that every party is advised to use. */
  preferred: z.array(Name),
})
export type NamedElsewhere = z.infer<typeof NamedElsewhere>

/** The platform's answer to an edge. */
export const NamesAsked = z.object({ ...NamesWanted.shape, others: z.array(NamedElsewhere) })
export type NamesAsked = z.infer<typeof NamesAsked>

/** A column in which values of the party differ in spelling from the other parties'. */
export const ColumnSpellings = z.object({
  column: z.string(),
  /** What the other parties have confirmed so far. */
  others: z.array(z.string()),
  /** Own values that no other party names. `proposed` is the name of which the value is another spelling. */
  own: z.array(z.object({ name: z.string(), rows: z.number().int(), proposed: z.string().nullable() })),
})
export type ColumnSpellings = z.infer<typeof ColumnSpellings>

/** The names that an edge proposes for the rows offered to a task: values that enough rows have. */
export const NamesProposal = z.object({ taskId: z.string(), datasetId: z.string(), names: PartyNames })
export type NamesProposal = z.infer<typeof NamesProposal>

/** The same, as a member reads it at the edge, with the values that should be renamed before they are confirmed. */
export const NamesToConfirm = z.object({ ...NamesProposal.shape, spellings: z.array(ColumnSpellings).optional() })
export type NamesToConfirm = z.infer<typeof NamesToConfirm>

/** Whether a party's names are known; `none` while it offers no data or nothing is requested yet. */
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
  /** For `spelling`: each group is one name. */
  spellings: z.array(z.array(z.string())),
  /** The parties concerned that the reader is allowed to see: all for the initiator, their own for others. */
  partyIds: z.array(z.string()),
})
export type PartyDifference = z.infer<typeof PartyDifference>

/**
 * The label's classes over all parties that offer rows, before the start: whether each has enough rows to be learnt.
 */
export const ClassRows = z.object({
  /**
   * `rows`: a lower bound, because every party rounds down; `parties`: the number of parties with enough rows to name
   * the class; `boxSide`: the median of the reported values, weighted by rows.
   */
  classes: z.array(
    z.object({ name: z.string(), rows: z.number().int(), parties: z.number().int(), boxSide: BoxSide.optional() }),
  ),
  /** The number of parties that the rows belong to, and the number of parties whose rows are unknown. */
  parties: z.number().int(),
  missing: z.number().int(),
})
export type ClassRows = z.infer<typeof ClassRows>
