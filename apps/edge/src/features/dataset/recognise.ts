import { fail } from '@tessera/contract'
import type { Entry } from 'yauzl'

const PICTURE = /\.(jpe?g|jpep|png|webp|bmp|tiff?|dcm)$/i
const TABLE = /\.(csv|tsv)$/i

/** The one table of an archive. Other kinds of data are told apart only to be answered honestly. */
export function findTable(entries: Entry[]): Entry {
  const names = entries.map(({ fileName }) => fileName)
  const tables = entries.filter(({ fileName }) => TABLE.test(fileName))
  const kind = otherKind(names, tables.length > 0)
  if (kind) fail('dataset.kind-not-yet', { kind })
  if (tables.length > 1) fail('dataset.zip-many', { count: tables.length })
  return tables[0] ?? fail('dataset.zip-empty')
}

function otherKind(names: string[], hasTable: boolean): string | undefined {
  if (names.some((name) => PICTURE.test(name))) {
    return names.some((name) => /(^|\/)labels\/.*\.txt$/i.test(name)) ? 'yolo' : 'vision'
  }
  if (names.some((name) => /edge_index|(^|\/)edges\.(csv|json|npy)$/i.test(name))) return 'graph'
  if (hasTable) return undefined
  if (names.some((name) => /\.(jsonl|txt)$/i.test(name))) return 'nlp'
  return names.some((name) => /\.xlsx?$/i.test(name)) ? 'xlsx' : undefined
}
