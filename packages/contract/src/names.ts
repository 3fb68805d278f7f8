import { z } from 'zod'
import type { LabelKind } from './algorithm.ts'
import { CONTENT_TYPES, dataKindOf } from './kinds/data-kinds.ts'

/** Minimum number of a party's rows with a category or class. Otherwise its name must not leave the edge. */
export const MIN_ROWS_NAMED = 5
export const MAX_CATEGORIES = 100
export const MAX_CLASSES = 50
/** Largest value that counts as a count; a larger number is treated as an amount. */
export const MAX_COUNT = 1_000_000
/** Maximum number of different whole numbers in a column that is taken for classes if it could also be a quantity. */
export const MAX_CLASSES_GUESSED = 20
/** Maximum length of the name of a category or class. */
export const MAX_NAME = 200
/** The number of rows of a class that a party reports is rounded down to a multiple of this number. */
export const ROWS_ROUNDED_TO = 5
/** The size of a class's boxes that a party reports is rounded down to a multiple of this many thousandths. */
export const BOX_SIDE_STEP = 5
/**
 * Minimum number of rows of a class over all parties. With fewer rows, a model learns the class badly, and its scores
 * are unreliable.
 */
export const MIN_ROWS_OF_CLASS = 20

const Name = z.string().max(MAX_NAME)
const Categories = z.array(Name).max(MAX_CATEGORIES)

/** The kind of content of a column in one party's rows, with its names. `empty`: no row has a value. */
export const ColumnNames = z.discriminatedUnion('kind', [
  z.object({ name: z.string(), kind: z.literal('number') }),
  z.object({ name: z.string(), kind: z.literal('empty') }),
  /** Free text, such as a report. None of its content is named. */
  z.object({ name: z.string(), kind: z.literal('texts') }),
  /** A column of free text that is split into tokens. */
  z.object({ name: z.string(), kind: z.literal('tokens') }),
  z.object({ name: z.string(), kind: z.literal('pictures') }),
  /** States that the rows are nodes of a graph. */
  z.object({ name: z.string(), kind: z.literal('links') }),
  z.object({ name: z.string(), kind: z.literal('categories'), categories: Categories }),
])
export type ColumnNames = z.infer<typeof ColumnNames>

export const roundedRows = (rows: number): number => rows - (rows % ROWS_ROUNDED_TO)

export const roundedBoxSide = (share: number): number => Math.floor((share * 1000) / BOX_SIDE_STEP) * BOX_SIDE_STEP

/** For boxes: the median length of their shorter sides, in thousandths of the picture's side, rounded down. */
const BoxSide = z.number().int().min(0).max(1000).multipleOf(BOX_SIDE_STEP)

/** For a class that may be named: a lower bound for the number of the party's rows. */
export const ClassCount = z.object({
  name: Name,
  rows: z.number().int().min(MIN_ROWS_NAMED).multipleOf(ROWS_ROUNDED_TO),
  boxSide: BoxSide.optional(),
})
export type ClassCount = z.infer<typeof ClassCount>

/** The kind of content of the label in one party's rows, with its names. */
export const LabelNames = z.object({
  column: z.string(),
  kind: z.enum(['number', 'text', 'labels']),
  /** Whether all numbers of the label are whole. */
  integral: z.boolean(),
  /** The classes. Null if the label has no classes: it contains amounts, or too many different values. */
  classes: z.array(Name).max(MAX_CLASSES).nullable(),
  /**
   * Number of rows of each class; undefined if there are no classes. The counts are not part of a plan. They help
   * members to decide about the data and the start.
   */
  counts: z.array(ClassCount).max(MAX_CLASSES).optional(),
})
export type LabelNames = z.infer<typeof LabelNames>

/**
 * The content of a party's rows that a plan may contain once a member has confirmed it: names of categories and
 * classes. The rounded counts of the label's classes are confirmed with them.
 */
export const PartyNames = z.object({
  columns: z.array(ColumnNames).min(1),
  label: LabelNames.nullable(),
  /**
   * Whether the party agrees to show the other parties a table of its own rows. Undefined if the algorithm has no such
   * table.
   */
  ownTable: z.boolean().optional(),
})
export type PartyNames = z.infer<typeof PartyNames>

/** Returns whether an entry is a column. Some kinds have an entry that is not: it states what the rows are. */
export const isColumn = ({ kind }: ColumnNames): boolean =>
  CONTENT_TYPES.every((contentType) => dataKindOf(contentType).wholeColumn?.kind !== kind)

/** What the parties have to name for a task. */
export const NamesWanted = z.object({
  /** Names of the selected columns. Empty for pictures. */
  columns: z.array(z.string()),
  label: z.string().nullable(),
  /** The kinds of targets that the algorithm can predict. */
  targets: z.array(z.enum(['classes', 'number', 'count', 'event', 'entities', 'boxes', 'labels'])),
  /** For an event: the time column, and the value of the label that is the event. */
  time: z.string().optional(),
  event: z.string().optional(),
  /** Whether the algorithm can show each party's own table, and several parties take part. */
  ownTables: z.literal(true).optional(),
})
export type NamesWanted = z.infer<typeof NamesWanted>

/** Returns the kinds of targets for an algorithm's kinds of labels. */
export const targetsOf = (labelKinds: readonly LabelKind[]): NamesWanted['targets'] => [
  ...(labelKinds.some((kind) => kind === 'binary' || kind === 'multi') ? (['classes'] as const) : []),
  ...(labelKinds.includes('regression') ? (['number'] as const) : []),
  ...(labelKinds.includes('count') ? (['count'] as const) : []),
  ...(isTimed({ labelKinds }) ? (['event'] as const) : []),
  ...(isMarking({ labelKinds }) ? (['entities'] as const) : []),
  ...(labelKinds.includes('labels') ? (['labels'] as const) : []),
  ...(isBoxing({ labelKinds }) ? (['boxes'] as const) : []),
]

/** Returns whether the algorithm predicts an event, which requires a time column in addition to the label. */
export const isTimed = ({ labelKinds }: { labelKinds: readonly LabelKind[] }): boolean => labelKinds.includes('event')

/** Returns whether the algorithm predicts entities, which are marked in texts that are split into tokens. */
export const isMarking = ({ labelKinds }: { labelKinds: readonly LabelKind[] }): boolean =>
  labelKinds.includes('entities')

/** Returns whether the algorithm predicts boxes in pictures. */
export const isBoxing = ({ labelKinds }: { labelKinds: readonly LabelKind[] }): boolean => labelKinds.includes('boxes')

/** Returns whether tasks with this algorithm have a label. */
export const isPredicting = ({ labelKinds }: { labelKinds: readonly LabelKind[] }): boolean => labelKinds.length > 0

/** Returns every word of the names that leaves the edge: the categories of columns and the classes of the label. */
export const wordsOf = ({ columns, label }: PartyNames): string[] => [
  ...columns.flatMap((column) => (column.kind === 'categories' ? column.categories : [])),
  ...(label?.classes ?? []),
]

/** What the other parties have confirmed for a column: its categories, or the label's classes. */
export const NamedElsewhere = z.object({
  column: z.string(),
  words: z.array(Name),
  /** Recommended spellings, for names that are spelled differently at some parties. */
  preferred: z.array(Name),
})
export type NamedElsewhere = z.infer<typeof NamedElsewhere>

/** The platform's answer to an edge that requests which names a task needs. */
export const NamesAsked = z.object({ ...NamesWanted.shape, others: z.array(NamedElsewhere) })
export type NamesAsked = z.infer<typeof NamesAsked>

/** A column in which the spelling of some of the party's values differs from that of the other parties. */
export const ColumnSpellings = z.object({
  column: z.string(),
  /** The names that the other parties have confirmed so far. */
  others: z.array(z.string()),
  /**
   * The party's own values that no other party has named. `proposed` is the name of which the value is a different
   * spelling.
   */
  own: z.array(z.object({ name: z.string(), rows: z.number().int(), proposed: z.string().nullable() })),
})
export type ColumnSpellings = z.infer<typeof ColumnSpellings>

/** The names that an edge proposes for the rows offered to a task: values that occur in enough rows. */
export const NamesProposal = z.object({ taskId: z.string(), datasetId: z.string(), names: PartyNames })
export type NamesProposal = z.infer<typeof NamesProposal>

/**
 * The edge's proposal as a member sees it at the edge, with the values that should be renamed before the member
 * confirms.
 */
export const NamesToConfirm = z.object({ ...NamesProposal.shape, spellings: z.array(ColumnSpellings).optional() })
export type NamesToConfirm = z.infer<typeof NamesToConfirm>

/** Whether a party's names are confirmed; `none` while the party offers no data or the task requests no names yet. */
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
  /** For `spelling`: groups of spellings. Each group is one name. */
  spellings: z.array(z.array(z.string())),
  /**
   * The parties concerned, as far as the reader may see them: all parties for the initiator, only the own party for
   * others.
   */
  partyIds: z.array(z.string()),
})
export type PartyDifference = z.infer<typeof PartyDifference>

/**
 * The label's classes over all parties that offer rows, before the start. They show whether each class has enough rows
 * to be learnt.
 */
export const ClassRows = z.object({
  /**
   * `rows`: a lower bound, because every party rounds down. `parties`: the number of parties with enough rows to name
   * the class. `boxSide`: the median of the reported values, weighted by rows.
   */
  classes: z.array(
    z.object({ name: z.string(), rows: z.number().int(), parties: z.number().int(), boxSide: BoxSide.optional() }),
  ),
  /** The number of parties to which the rows belong, and the number of parties whose rows are unknown. */
  parties: z.number().int(),
  missing: z.number().int(),
})
export type ClassRows = z.infer<typeof ClassRows>
