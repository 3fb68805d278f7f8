import type { ContentType } from '@tessera/contract'
import type { Entry } from 'yauzl'

const PICTURE = /\.(jpe?g|jpep|png|webp|bmp|tiff?|gif)$/i

/** The kind of data an archive holds, by the names in it; each kind's reader says what is wrong with it. */
export function recognise(entries: Entry[]): ContentType {
  const names = entries.map(({ fileName }) => fileName)
  if (names.some((name) => PICTURE.test(name))) {
    const has = (kind: RegExp) => names.some((name) => kind.test(name))
    return has(/(^|\/)labels\/.*\.txt$/i) || (has(/\.json$/i) && !has(/\.(csv|tsv)$/i)) ? 'yolo' : 'vision'
  }
  if (names.some((name) => /(^|\/)(edge_index|edges)\.(csv|tsv|json|jsonl|npy)$/i.test(name))) return 'graph'
  if (names.some((name) => /\.(csv|tsv|xlsx|parquet)$/i.test(name))) return 'tabular'
  return names.some((name) => /\.(jsonl|txt|conll)$/i.test(name)) ? 'nlp' : 'tabular'
}
