import type { Analysis, ColumnType, ContentType, ReadingReport, ReadOptions } from '@tessera/contract'
import type { Archive } from '../../../lib/zip.ts'
import type { DatasetDeps } from '../deps.ts'

/** What names a row; never granted, never trained on, so it is no column of the dataset. */
export const ROW_ID = 'id'
/** SQL knows no case in names, so `ID` would clash with the column we add. */
export const isRowId = (name: string) => name.toLowerCase() === ROW_ID
/** The rows of a dataset of any kind, in its folder: `id` first, then its columns. */
export const ROWS_FILE = 'rows.parquet'
/** The edges of a graph, beside its nodes: `source` and `target` are ids of rows. */
export const EDGES_FILE = 'edges.parquet'
/** Pictures of vision and yolo, in the dataset's folder; their thumbnails lie below, in `small`. */
export const PICTURES_FOLDER = 'pictures'

/** What there is to read, and where to. */
export interface Source {
  archive: Archive
  options: ReadOptions
  duck: DatasetDeps['duck']
  /** Who uploaded it: what needs much memory is done for one owner at a time. */
  owner?: string
  /** For what is only needed while reading; removed afterwards. */
  scratch: string
  /** The dataset's own folder: `ROWS_FILE` goes there, and `PICTURES_FOLDER` where there are any. */
  target: string
}

/** What reading a table came to; its rows lie in a file. */
export interface Table {
  columns: string[]
  columnTypes: Record<string, ColumnType>
  rowCount: number
  sizeBytes: number
  report: ReadingReport
}

/** What reading an archive came to; the rows themselves lie in `target`. */
export interface Reading extends Table {
  /** Columns that hold labels, where the kind says so. */
  labelColumns: string[]
  /** Null for tables, whose columns' profiles say it all. */
  analysis: Analysis | null
}

/** Reads one kind of data. Refuses what it cannot read with an error that names file and line. */
export type Reader = (source: Source) => Promise<Reading>

export const NOTHING_REJECTED: Omit<ReadingReport, 'rowsRead'> = { rejected: [], renamed: [], notes: [] }

export type Readers = Record<ContentType, Reader>
