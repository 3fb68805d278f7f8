/** The kinds of a plan's data and of a model's input. */
export type PlanDataKind = 'table' | 'texts' | 'tokens' | 'pictures' | 'graph'

/** The words for rows. */
export type RowWord = 'row' | 'picture' | 'text' | 'node'

/** A label column in which a row marks any number of classes. */
export interface Marks {
  column: string
  labelKind: 'boxes' | 'entities'
  /** The column in which the label marks classes. Without it, `column` is an ordinary label. Null if it is the row. */
  within: string | null
}

/**
 * Describes a kind of data by its abilities, so that code that treats kinds differently does not compare their names.
 * Only plain values are allowed here, because the console loads the descriptors before log-in.
 */
export interface DataKind {
  /** The kinds of a plan's data and of a model's input that rows of this kind become. */
  planData: readonly PlanDataKind[]
  /** The target for which `planData` means this kind rather than another. Null if the target does not matter. */
  planTarget: 'boxes' | null
  /** The word for a row, in the texts of `error-phrases/rows.ts`. */
  rowWord: RowWord
  /** What a task predicts from: columns that members choose, all columns except labels, or the row itself. */
  inputs: 'chosen' | 'all' | 'row'
  /** Whether inputs must be numbers. Other types cannot be chosen as inputs. */
  hasOnlyNumbers: boolean
  /** The column that holds a row's text, whose content is never named; null if columns hold single values. */
  textColumn: string | null
  /** The column that a ticket grants in addition to the chosen columns; null if there is none. */
  wholeColumn: { name: string; kind: 'pictures' | 'links' } | null
  /** Whether the archive declares the label columns. Otherwise any column can be the label, or none. */
  declaresLabels: boolean
  /** Whether a task can use rows of which none has a label. */
  mayLackLabels: boolean
  /** Whether classes are names even if they look like numbers, so that their column type does not matter. */
  namesClasses: boolean
  /** The label column in which a row marks any number of classes; null if the kind has none. */
  marks: Marks | null
  /** Whether columns are described one by one, with a profile of their values, instead of an analysis of all rows. */
  profilesColumns: boolean
  /** Whether each row is a picture, whose file is stored beside the rows. */
  hasPictures: boolean
  /** Whether rows are linked, so that they are nodes of a graph that can be drawn. */
  hasLinks: boolean
  /** Whether a task always gets all rows, because rows lose their meaning without the others. */
  isOfferedWhole: boolean
  /** Whether members can choose single rows for a task. */
  hasRowChoice: boolean
  /** Whether several rows may belong to one person, so that a column that identifies persons is searched for. */
  mayRepeatPersons: boolean
  /** Whether file names in the archive are part of the data, so that members see how they were decoded. */
  readsFileNames: boolean
}
