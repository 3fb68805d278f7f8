import { basename } from 'node:path'
import { type ErrorCode, fail, splitCells } from '@tessera/contract'
import type { Entry } from 'yauzl'
import { delimiterOf } from '../../../lib/csv-records.ts'
import type { Archive } from '../../../lib/zip.ts'
import { isEdgeTable, isNodeTable } from './graph/graph.ts'
import { firstLine, peek } from './peek.ts'

type Files = Pick<Archive, 'entries' | 'open'>

const DOCUMENT = /\.(json|jsonl|ndjson)$/i
const DELIMITED = /\.(csv|tsv)$/i
const PLAIN_TEXT = /\.txt$/i
/** Of how many files of a form the beginning is looked at. */
const MOST_PEEKED = 20

/** Formats of other programs by the ending of their files. */
const BY_ENDING: [ending: RegExp, code: ErrorCode, format: string][] = [
  [/\.ann$/i, 'dataset.format-brat', 'brat'],
  [/\.xmi$/i, 'dataset.format-entities', 'UIMA CAS XMI (INCEpTION, WebAnno)'],
  [/\.conllu$/i, 'dataset.format-entities', 'CoNLL-U'],
  [/\.spacy$/i, 'dataset.format-entities', 'spaCy DocBin'],
  [/\.(content|cites)$/i, 'dataset.format-cora', 'Cora'],
  [/\.graphmlz?$/i, 'dataset.format-graph', 'GraphML'],
  [/\.gexf$/i, 'dataset.format-graph', 'GEXF (Gephi)'],
  [/\.gephi$/i, 'dataset.format-graph', 'Gephi'],
  [/\.gml$/i, 'dataset.format-graph', 'GML'],
  [/\.(net|paj)$/i, 'dataset.format-graph', 'Pajek'],
  [/\.mtx$/i, 'dataset.format-graph', 'Matrix Market'],
  [/\.(dot|gv)$/i, 'dataset.format-graph', 'Graphviz DOT'],
  [/\.(el|wel|edges|edge_?list|adj_?list)$/i, 'dataset.format-edge-list', 'SNAP'],
]

/** Refuses files of other programs by the name of their format, where nothing that is read is beside them. */
export function refuseForeignEndings({ entries }: Pick<Archive, 'entries'>) {
  for (const [ending, code, format] of BY_ENDING) {
    const file = entries.find(({ fileName }) => ending.test(fileName))?.fileName
    if (file !== undefined) fail(code, { file, format })
  }
}

const MARKUP = /\.xml$/i

/** The same of files that say only at their beginning which format they are in. */
export async function refuseForeignMarkup(archive: Files) {
  for (const entry of some(archive, MARKUP)) {
    const [, format] = /<(graphml|gexf)\b/i.exec(await peek(archive, entry)) ?? []
    if (format)
      fail('dataset.format-graph', { file: entry.fileName, format: format === 'gexf' ? 'GEXF (Gephi)' : 'GraphML' })
  }
}

/** Documents of programs for labelling: these keys stand in no other. */
const LABEL_STUDIO =
  /"(annotations|completions)"\s*:\s*\[[\s\S]*?"(completed_by|result|lead_time)"\s*:|"annotation_id"\s*:/
const PRODIGY = /"_(input|task)_hash"\s*:/
const SPACY = /\[\s*"(?:[^"\\]|\\.)*"\s*,\s*\{\s*"entities"\s*:/
const ADJACENCY = /"multigraph"\s*:[\s\S]*"adjacency"\s*:\s*\[/
const CYTOSCAPE = /"elements"\s*:\s*\{\s*"(nodes|edges)"\s*:\s*\[/

/** What stands in COCO documents alone: their annotations can have the keys of Label Studio's as attributes. */
const COCO_ANNOTATION = /"images"\s*:\s*\[|"image_id"\s*:/

export async function refuseForeignDocuments(archive: Files) {
  for (const entry of some(archive, DOCUMENT)) {
    const start = await peek(archive, entry)
    const file = entry.fileName
    if (LABEL_STUDIO.test(start) && !COCO_ANNOTATION.test(start)) fail('dataset.format-label-studio', { file })
    if (PRODIGY.test(start)) fail('dataset.format-entities', { file, format: 'Prodigy' })
    if (SPACY.test(start)) fail('dataset.format-entities', { file, format: 'spaCy' })
    if (ADJACENCY.test(start)) fail('dataset.format-graph', { file, format: 'networkx adjacency' })
    if (CYTOSCAPE.test(start)) fail('dataset.format-graph', { file, format: 'Cytoscape' })
  }
}

/** Tables as graph databases and programs for graphs or labelling write them, by their first line. */
export async function refuseForeignTables(archive: Files) {
  for (const entry of some(archive, DELIMITED)) {
    const line = firstLine(await peek(archive, entry))
    const file = entry.fileName
    if (/^#\s*FORMAT\s*=\s*WebAnno/i.test(line)) fail('dataset.format-entities', { file, format: 'WebAnno TSV' })
    const names = splitCells(line, delimiterOf(line)).map((name) => name.trim())
    const has = (...wanted: RegExp[]) => wanted.every((name) => names.some((one) => name.test(one)))
    const isGraph = isNodeTable(file) || isEdgeTable(file)
    const isByImport =
      has(/:START_ID\b/, /:END_ID\b/) || has(/:ID\(/) || has(/:ID\b/, /:LABEL$/) || (isGraph && has(/:(ID|TYPE)\b/))
    if (isByImport || has(/^_id$/, /^_labels$/) || has(/^_start$/, /^_end$/)) fail('dataset.format-neo4j', { file })
    if (has(/^annotation_id$/, /^annotator$/)) fail('dataset.format-label-studio', { file })
    if (!isGraph) continue
    if (has(/^timeset$/i)) fail('dataset.format-gephi', { file })
    if (/^[#%]/.test(line)) fail('dataset.format-edge-list', { file, format: 'SNAP' })
  }
}

/** Two nodes a line, and perhaps a weight: numbers under a comment, or any names in a file called so. */
const NUMBERED_PAIR = /^\s*\d+[\t ,;]+\d+([\t ,;]+[-+.\deE]+)?\s*$/
const NAMED_PAIR = /^\s*[^\s,;]+[\t ,;]+[^\s,;]+([\t ,;]+[^\s,;]+)?\s*$/
const EDGE_LIST = /^(edges?|edge[-_ ]?(list|index)|links?|graph)\b.*\.txt$/i

export async function refuseEdgeLists(archive: Files) {
  for (const entry of some(archive, PLAIN_TEXT)) {
    const lines = (await peek(archive, entry)).split(/\r\n|\n|\r/).slice(0, MOST_PEEKED)
    const rows = lines.filter((line) => line.trim() !== '' && !/^\s*[#%]/.test(line))
    const isCalledSo = EDGE_LIST.test(basename(entry.fileName))
    const isCommented = /^\s*[#%]/.test(lines[0] ?? '')
    // A header may stand above the first of them.
    const pairs = isCalledSo && rows.length > 1 ? rows.slice(1) : rows
    const isPair = isCalledSo ? NAMED_PAIR : NUMBERED_PAIR
    if ((isCommented || isCalledSo) && pairs.length > 0 && pairs.every((row) => isPair.test(row))) {
      fail('dataset.format-edge-list', { file: entry.fileName, format: 'SNAP' })
    }
  }
}

const some = ({ entries }: Files, name: RegExp): Entry[] =>
  entries.filter(({ fileName }) => name.test(fileName)).slice(0, MOST_PEEKED)
