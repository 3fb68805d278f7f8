import { basename } from 'node:path'
import { CONTENT_TYPES, type ContentType, fail, splitCells } from '@tessera/contract'
import type { Entry } from 'yauzl'
import {
  DELIMITED,
  DOCUMENT,
  edgeKindOf,
  firstLine,
  isEdgeTable,
  isNodeTable,
  isSpacedTable,
  isTextHeader,
  isTextTable,
  PACKED,
  PLAIN_TEXT,
  peek,
  refuseEdgeLists,
  refuseForeignDocuments,
  refuseForeignEndings,
  refuseForeignMarkup,
  refuseForeignTables,
  TABLE,
  TAGGED,
} from '../../kinds/index.ts'
import { delimiterOf } from '../../lib/csv-records.ts'
import type { Archive } from '../../lib/zip.ts'

/** Extensions of tables of other programs. Our workbook library reads only one format. */
const FOREIGN_TABLE =
  /\.(xls|xlsb|xlsm|et|ods|numbers|sav|zsav|por|dta|sas7bdat|xpt|rds|rda|rdata|arrow|feather|orc|avro|pkl|pickle|h5|hdf5?|npy|npz|mat|dbf|mdb|accdb|sqlite3?|db)$/i
const TEXT_TABLE = /^(texts?|nlp.*|sentences?|文本.*)\.(csv|tsv)$/i
const GRAPH_DOCUMENT = /^graphs?\./i
const GRAPH_KEY = /"(nodes|edges|links|edge_index|x)"\s*:\s*\[/
const TEXT_KEY = /"(text|content|sentence|tokens)"\s*:/
const COCO_PICTURES = /"images"\s*:\s*\[[^\]]*"file_name"\s*:/
/** Maximum number of tables whose headers are read. No supported dataset has more tables. */
const MAX_HEADERS = 20

/**
 * Returns the kind of data in an archive, judged by the file names and, if these are not enough, by the first bytes of
 * a file. The reader of this kind reports problems with the data.
 */
export async function recognise(archive: Pick<Archive, 'entries' | 'open'>): Promise<ContentType> {
  const { entries } = archive
  const having = (name: RegExp) => entries.filter(({ fileName }) => name.test(fileName))
  const tables = having(TABLE)
  const documents = having(DOCUMENT)
  await refuseForeignDocuments(archive)
  for (const kind of CONTENT_TYPES) {
    if (await edgeKindOf(kind).recognises?.(archive)) return kind
  }
  await refuseForeignTables(archive)
  const graphTables = tables.filter(({ fileName }) => isNodeTable(fileName) || isEdgeTable(fileName))
  if (!graphTables.some(({ fileName }) => isEdgeTable(fileName))) await refuseEdgeLists(archive)
  if (graphTables[0]) return alone('graph', graphTables[0], [...without(tables, graphTables), ...having(TAGGED)])
  const texts = [...documents, ...having(TAGGED)]
  if (documents[0] && (await isGraph(archive, documents[0]))) {
    return alone('graph', documents[0], [...tables, ...having(TAGGED)])
  }
  for (const document of documents.slice(0, MAX_HEADERS)) {
    if (COCO_PICTURES.test(await peek(archive, document))) fail('dataset.pictures-none')
  }
  if (texts[0]) return alone('nlp', texts[0], tables)
  const textTables = await tablesOfTexts(archive, tables)
  if (textTables[0]) return alone('nlp', textTables[0], without(tables, textTables))
  if (tables.length > 0) return 'tabular'
  refuseForeignEndings(archive)
  await refuseForeignMarkup(archive)
  const plain = having(PLAIN_TEXT)
  if (plain[0] && plain.length === 1) {
    const start = await peek(archive, plain[0])
    if (isTextTable(start)) return 'tabular'
    if (isSpacedTable(start)) fail('dataset.table-spaced', { file: plain[0].fileName })
  }
  if (plain[0]) return 'nlp'
  const [foreign] = having(FOREIGN_TABLE)
  if (foreign) fail('dataset.table-foreign', { file: foreign.fileName })
  const [nested] = having(PACKED)
  return nested ? fail('dataset.zip-nested', { name: nested.fileName }) : fail('dataset.kind-unknown')
}

function without(all: Entry[], some: Entry[]): Entry[] {
  const gone = new Set(some)
  return all.filter((entry) => !gone.has(entry))
}

/** Checks that the archive contains only one dataset, so that no file is ignored silently. */
function alone(kind: ContentType, { fileName }: Entry, others: Entry[]): ContentType {
  if (others[0]) fail('dataset.kind-mixed', { first: fileName, second: others[0].fileName })
  return kind
}

async function isGraph(archive: Pick<Archive, 'open'>, document: Entry): Promise<boolean> {
  if (GRAPH_DOCUMENT.test(basename(document.fileName))) return true
  const start = await peek(archive, document)
  return GRAPH_KEY.test(start) && !TEXT_KEY.test(start)
}

/**
 * Returns the tables that contain texts, recognised by their names. If the header of every table consists of a text
 * column and labels, returns all tables.
 */
async function tablesOfTexts(archive: Pick<Archive, 'open'>, tables: Entry[]): Promise<Entry[]> {
  const named = tables.filter(({ fileName }) => TEXT_TABLE.test(basename(fileName)))
  if (named.length > 0 || tables.length > MAX_HEADERS) return named
  for (const table of tables) {
    if (!DELIMITED.test(table.fileName)) return []
    const header = firstLine(await peek(archive, table))
    const names = splitCells(header, delimiterOf(header)).map((name) => name.trim())
    if (!isTextHeader(names)) return []
  }
  return tables
}
