import type { Analysis, ColumnType, ContentType, ReadingReport, ReadOptions } from '@tessera/contract'
import type { Duck } from '../lib/duck.ts'
import type { Archive } from '../lib/zip.ts'

/** Column that identifies a row. It is never granted or trained on, so it is not a column of the dataset. */
export const ROW_ID = 'id'
/** SQL column names are case-insensitive, so `ID` would clash with the generated column. */
export const isRowId = (name: string) => name.toLowerCase() === ROW_ID
/** The rows of a dataset of any kind: `id` first, then its columns. */
export const ROWS_FILE = 'rows.parquet'
/** The edges of a graph, beside its nodes. `source` and `target` are ids of rows. */
export const EDGES_FILE = 'edges.parquet'
/** Folder of the pictures of vision and yolo. Thumbnails are in its subfolder `small`. */
export const PICTURES_FOLDER = 'pictures'

/** The input of a reader and the folder it writes to. */
export interface Source {
  archive: Archive
  options: ReadOptions
  duck: Duck
  /** The uploader. Work that needs much memory runs for one owner at a time. */
  owner?: string
  /** Folder for temporary files, removed after reading. */
  scratch: string
  /** The dataset's own folder, for `ROWS_FILE` and, if there are pictures, `PICTURES_FOLDER`. */
  target: string
}

/** The result of reading a table. The rows are in a file. */
export interface Table {
  columns: string[]
  columnTypes: Record<string, ColumnType>
  rowCount: number
  sizeBytes: number
  report: ReadingReport
}

/** The result of reading an archive. The rows are in `target`. */
export interface Reading extends Table {
  /** Label columns, if the kind defines them. */
  labelColumns: string[]
  /** Null for tables, whose column profiles contain all statistics. */
  analysis: Analysis | null
}

/** Reads one kind of data. Throws an error that names file and line if the data cannot be read. */
export type Reader = (source: Source) => Promise<Reading>

export type Readers = Record<ContentType, Reader>
