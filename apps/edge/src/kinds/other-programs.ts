import { basename } from 'node:path'
import { type ErrorCode, fail, splitCells } from '@tessera/contract'
import type { Entry } from 'yauzl'
import { delimiterOf } from '../lib/csv-records.ts'
import type { Archive } from '../lib/zip.ts'
import { DELIMITED, DOCUMENT, PLAIN_TEXT } from './file-extensions.ts'
import { isEdgeTable, isNodeTable } from './graph/graph.ts'
import { firstLine, peek } from './peek.ts'

type Files = Pick<Archive, 'entries' | 'open'>

/** Maximum number of files per format of which the first bytes are read. */
const MAX_PEEKED = 20

/** Formats of other programs, recognised by file extension. */
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

/** If the archive contains no readable file but files of other programs, refuses it and names their format. */
export function refuseForeignEndings({ entries }: Pick<Archive, 'entries'>) {
  for (const [ending, code, format] of BY_ENDING) {
    const file = entries.find(({ fileName }) => ending.test(fileName))?.fileName
    if (file !== undefined) fail(code, { file, format })
  }
}

const MARKUP = /\.xml$/i

/** Refuses files whose format can be recognised only by their first bytes. */
export async function refuseForeignMarkup(archive: Files) {
  for (const entry of some(archive, MARKUP)) {
    const [, format] = /<(graphml|gexf)\b/i.exec(await peek(archive, entry)) ?? []
    if (format)
      fail('dataset.format-graph', { file: entry.fileName, format: format === 'gexf' ? 'GEXF (Gephi)' : 'GraphML' })
  }
}

/** Keys that occur only in documents of labelling programs. */
const LABEL_STUDIO =
  /"(annotations|completions)"\s*:\s*\[[\s\S]*?"(completed_by|result|lead_time)"\s*:|"annotation_id"\s*:/
const PRODIGY = /"_(input|task)_hash"\s*:/
const SPACY = /\[\s*"(?:[^"\\]|\\.)*"\s*,\s*\{\s*"entities"\s*:/
const ADJACENCY = /"multigraph"\s*:[\s\S]*"adjacency"\s*:\s*\[/
const CYTOSCAPE = /"elements"\s*:\s*\{\s*"(nodes|edges)"\s*:\s*\[/

/** Keys that occur only in COCO documents. COCO annotations can also contain the keys of Label Studio. */
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

/** Refuses tables of graph databases, graph programs and labelling programs, recognised by their first line. */
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

/**
 * Recognises edge lists: lines with two nodes and an optional weight. The nodes are numbers below a comment line, or
 * any names if the file's name is that of an edge list.
 */
const NUMBERED_PAIR = /^\s*\d+[\t ,;]+\d+([\t ,;]+[-+.\deE]+)?\s*$/
const NAMED_PAIR = /^\s*[^\s,;]+[\t ,;]+[^\s,;]+([\t ,;]+[^\s,;]+)?\s*$/
const EDGE_LIST = /^(edges?|edge[-_ ]?(list|index)|links?|graph)\b.*\.txt$/i

export async function refuseEdgeLists(archive: Files) {
  for (const entry of some(archive, PLAIN_TEXT)) {
    const lines = (await peek(archive, entry)).split(/\r\n|\n|\r/).slice(0, MAX_PEEKED)
    const rows = lines.filter((line) => line.trim() !== '' && !/^\s*[#%]/.test(line))
    const isCalledSo = EDGE_LIST.test(basename(entry.fileName))
    const isCommented = /^\s*[#%]/.test(lines[0] ?? '')
    // The first line may be a header, so it is not examined.
    const pairs = isCalledSo && rows.length > 1 ? rows.slice(1) : rows
    const isPair = isCalledSo ? NAMED_PAIR : NUMBERED_PAIR
    if ((isCommented || isCalledSo) && pairs.length > 0 && pairs.every((row) => isPair.test(row))) {
      fail('dataset.format-edge-list', { file: entry.fileName, format: 'SNAP' })
    }
  }
}

const some = ({ entries }: Files, name: RegExp): Entry[] =>
  entries.filter(({ fileName }) => name.test(fileName)).slice(0, MAX_PEEKED)
