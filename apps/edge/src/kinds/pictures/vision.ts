import { join } from 'node:path'
import { fail, type ReadingReport } from '@tessera/contract'
import { parquet } from '../../lib/duck.ts'
import { classFolders } from '../class-folders.ts'
import { balances } from '../measure.ts'
import { isPart, segmentsOf, sharedFolders } from '../picture-names.ts'
import { type Reader, ROWS_FILE, type Source } from '../reader.ts'
import { Rejects } from '../rejects.ts'
import { refuseOtherLabels } from './other-labels.ts'
import { PICTURE } from './picture-format.ts'
import { readLabelTable } from './picture-labels.ts'
import { countPictures, readPictures, rejectOthers } from './read-pictures.ts'

const LABEL_TABLE = /\.(csv|tsv|xlsx)$/i
const CLASS_COLUMN = 'label'

interface Labels {
  columns: string[]
  /**
   * Returns the labels of the picture at this position, or null if it has no labels and was already counted as
   * rejected.
   */
  of: (index: number) => (string | null)[] | null
  renamed: ReadingReport['renamed']
  notes: ReadingReport['notes']
}

/** Reads pictures with labels, from their folders or from a table beside them. */
export const readVision: Reader = async (source) => {
  const { archive, duck, options, target } = source
  const rejects = new Rejects(options)
  const entries = archive.entries.filter(({ fileName }) => PICTURE.test(fileName))
  if (entries.length === 0) fail('dataset.pictures-none')
  refuseOtherLabels(archive.entries, entries)
  rejectOthers(archive.entries, rejects)
  const paths = entries.map(({ fileName }) => fileName)
  const labels = (await tableLabels(source, paths, rejects)) ?? folderLabels(paths, rejects)
  const top = sharedFolders(paths)
  const pictures = entries.map((entry, index) => ({
    entry,
    name: segmentsOf(entry.fileName).slice(top).join('/'),
    cells: () => labels.of(index),
  }))
  const found = await readPictures(source, { pictures, columns: labels.columns, rejects })
  const { distributions, labels: cells, notes: ofPictures, ...read } = found
  const classes = await balances(duck, parquet(join(target, ROWS_FILE)), labels.columns, cells)
  return {
    ...read,
    columns: labels.columns,
    columnTypes: Object.fromEntries(labels.columns.map((name) => [name, cells.get(name)?.type ?? 'text'])),
    labelColumns: labels.columns,
    report: {
      rowsRead: countPictures(archive.entries),
      rejected: rejects.list,
      renamed: labels.renamed,
      notes: [...labels.notes, ...ofPictures],
    },
    analysis: { classes, distributions },
  }
}

async function tableLabels(source: Source, paths: string[], rejects: Rejects): Promise<Labels | undefined> {
  const tables = source.archive.entries.filter(({ fileName }) => LABEL_TABLE.test(fileName))
  if (tables.length > 1) {
    fail('dataset.labels-many', { first: tables[0]?.fileName ?? '', second: tables[1]?.fileName ?? '' })
  }
  const [entry] = tables
  if (!entry) return undefined
  const { columns, labels, renamed, notes } = await readLabelTable(source, { entry, pictures: paths, rejects })
  for (const [index, file] of paths.entries()) {
    if (labels.has(index)) continue
    rejects.add('picture-unlisted', 'dataset.picture-unlisted', { file, line: null }, { table: entry.fileName })
  }
  const of = (index: number) => {
    const values = labels.get(index)
    return values?.some((value) => value !== null) ? values : null
  }
  return { columns, of, renamed, notes: [{ name: 'layout', value: 'label-table' }, ...notes] }
}

function folderLabels(paths: string[], rejects: Rejects): Labels {
  const layout = { name: 'layout', value: 'class-folders' } as const
  const shared = sharedFolders(paths)
  if (paths.every((path) => segmentsOf(path).length === shared + 1)) {
    // All pictures are in one folder. The name of this folder is their class.
    const folder = segmentsOf(paths[0] as string)[shared - 1] ?? fail('dataset.labels-missing')
    return { columns: [CLASS_COLUMN], of: () => [folder], renamed: [], notes: [layout] }
  }
  const { classes, deep, notes } = classFolders(paths)
  if (deep !== undefined) fail('dataset.picture-deep', { file: deep })
  const named = classes.filter((name) => name !== null)
  // Folders such as train and test do not describe the content of a picture.
  if (named.length > 0 && named.every(isPart)) fail('dataset.labels-missing')
  const labels = paths.map((file, index) => {
    const name = classes[index] ?? null
    if (name === null) rejects.add('no-label', 'dataset.picture-unlabelled', { file, line: null })
    return name === null ? null : [name]
  })
  return { columns: [CLASS_COLUMN], of: (index) => labels[index] ?? null, renamed: [], notes: [layout, ...notes] }
}
