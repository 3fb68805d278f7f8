import type { Language, TableRow } from '@tessera/contract'
import type { Duck } from '../lib/duck.ts'
import type { Archive } from '../lib/zip.ts'
import type { GrantedRows } from './granted-rows.ts'
import type { Reader } from './reader.ts'

export type SampleFiles = Record<string, string | Buffer>

/** What an edge does differently by kind of data. */
export interface EdgeKind {
  /** Returns whether an archive is of this kind, whatever tables, texts or graphs it contains. */
  recognises?: (archive: Pick<Archive, 'entries' | 'open'>) => Promise<boolean>
  read: Reader
  /** Writes what a ticket grants into a folder: the rows, the pictures, or the links of a graph, too. */
  grant: (duck: Duck, rows: GrantedRows, folder: string) => Promise<void>
  /** Whether a file is counted without being opened, so that it is not reported as unread. */
  isCounted?: (name: string) => boolean
  /** The file beside the rows that rows set aside for a task share with their dataset. */
  fileBeside?: string
  /** Reads all rows for a prediction at once, because the prediction of a row depends on other rows. */
  readWhole?: (duck: Duck, file: string, cells: string[]) => AsyncIterable<TableRow[]>
  /** Creates the files of a small sample archive, with synthetic rows in the required layout. */
  sample: () => SampleFiles | Promise<SampleFiles>
  /** The layout of an archive, in lines. A sample contains it as a file. */
  layout: Record<Language, string[]>
}
