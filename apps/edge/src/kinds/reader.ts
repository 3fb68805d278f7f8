import type { Analysis, ColumnType, ReadingReport, ReadOptions } from '@tessera/contract'
import type { Duck } from '../lib/duck.ts'
import type { Archive } from '../lib/zip.ts'

/**
 * Name of the column that identifies a row. This column is never granted or used in training, so it does not count as a
 * column of the dataset.
 */
export const ROW_ID = 'id'
/** SQL column names are case-insensitive, so `ID` would clash with the generated column. */
export const isRowId = (name: string) => name.toLowerCase() === ROW_ID
/** File with the rows of a dataset of any kind: the column `id` first, then the dataset's columns. */
export const ROWS_FILE = 'rows.parquet'
/** File with the edges of a graph, stored beside the file of its nodes. `source` and `target` are ids of rows. */
export const EDGES_FILE = 'edges.parquet'
/** Folder of the pictures of the kinds `vision` and `yolo`. Its subfolder `small` contains the thumbnails. */
export const PICTURES_FOLDER = 'pictures'

/** The input of a function that reads uploaded data, and the folder to which it writes. */
export interface Source {
  archive: Archive
  options: ReadOptions
  duck: Duck
  /** The uploading member. Work that needs much memory runs for one member at a time. */
  owner?: string
  /** Folder for temporary files. It is removed after reading. */
  scratch: string
  /** The folder of the dataset, in which `ROWS_FILE` and, if there are pictures, `PICTURES_FOLDER` are written. */
  target: string
}

/** The result of reading a table. Its rows are stored in a file. */
export interface Table {
  columns: string[]
  columnTypes: Record<string, ColumnType>
  rowCount: number
  sizeBytes: number
  report: ReadingReport
}

/** The result of reading an archive. Its rows are stored in the folder `target`. */
export interface Reading extends Table {
  /** Label columns, for kinds of data that define them. */
  labelColumns: string[]
  /**
   * Analysis of pictures, texts or graphs. Null for tables, because the profiles of their columns contain all
   * statistics.
   */
  analysis: Analysis | null
}

/** Reads one kind of data. Throws an error that names the file and line if the data cannot be read. */
export type Reader = (source: Source) => Promise<Reading>
