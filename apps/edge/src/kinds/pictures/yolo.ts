import { join } from 'node:path'
import { fail, type ReadingReport } from '@tessera/contract'
import type { Entry } from 'yauzl'
import { literal, parquet } from '../../lib/duck.ts'
import { balances, measure } from '../measure.ts'
import { baseName, isInLabelsFolder, pairKeyOf, segmentsOf, sharedFolders, withoutExtension } from '../picture-names.ts'
import { type Reader, ROWS_FILE, type Source } from '../reader.ts'
import { Rejects } from '../rejects.ts'
import { type BoxesOf, BoxRefused, parseBoxes, rejectBox } from './boxes.ts'
import { isClassList, mergedNames, readClassNames } from './class-names.ts'
import { readCoco } from './coco.ts'
import { refuseBoxesBeside } from './other-labels.ts'
import type { PictureSize } from './picture.ts'
import { PICTURE } from './picture-format.ts'
import { countPictures, readPictures, rejectOthers } from './read-pictures.ts'

/** Maximum size of a label file. It is enough for the maximum number of boxes in a picture, with all digits. */
const LABEL_FILE_BYTES = 1024 * 1024
const COLUMN = 'boxes'

/** Reads pictures with boxes: one label file per picture, or a COCO document for all. */
export const readYolo: Reader = async (source) => {
  const { archive, options } = source
  const rejects = new Rejects(options)
  const entries = archive.entries.filter(({ fileName }) => PICTURE.test(fileName))
  if (entries.length === 0) fail('dataset.pictures-none')
  rejectOthers(archive.entries, rejects)
  const files = labelFiles(archive.entries, entries, rejects)
  const documents = archive.entries.filter(({ fileName }) => /\.json$/i.test(fileName))
  const isCoco = files.size === 0 && documents.length > 0
  if (!isCoco) {
    const used = new Set(files.values())
    refuseBoxesBeside(
      archive.entries.filter((entry) => !used.has(entry)),
      entries.filter((_, index) => !files.has(index)),
    )
  }
  const notes: ReadingReport['notes'] = [{ name: 'layout', value: isCoco ? 'coco' : 'yolo' }]
  const coco = isCoco ? await readCoco(source, { documents, pictures: entries, rejects, notes }) : undefined
  const boxesOf = coco ? coco.boxesOf : await readLabelFiles(source, files, { rejects, notes })
  const top = sharedFolders(entries.map(({ fileName }) => fileName))
  const pictures = entries.map((entry, index) => ({
    entry,
    name: segmentsOf(entry.fileName).slice(top).join('/'),
    cells: async () => {
      const boxes = await boxesOf(index)
      return boxes && [JSON.stringify(boxes)]
    },
    ...(coco && { check: (size: PictureSize) => coco.checkSize(index, size) }),
  }))
  const found = await readPictures(source, { pictures, columns: [COLUMN], rejects })
  const { distributions, labels: _none, notes: ofPictures, ...read } = found
  const analysed = await analyseBoxes(source)
  return {
    ...read,
    columns: [COLUMN],
    columnTypes: { [COLUMN]: 'text' },
    labelColumns: [COLUMN],
    report: {
      rowsRead: countPictures(archive.entries),
      rejected: rejects.list,
      renamed: [],
      notes: [...notes, ...(coco?.notes() ?? []), ...ofPictures],
    },
    analysis: { classes: analysed.classes, distributions: [...distributions, ...analysed.distributions] },
  }
}

/** Returns label files by the position of their picture. A picture without a label file has no boxes. */
function labelFiles(all: Entry[], pictures: Entry[], rejects: Rejects): Map<number, Entry> {
  const positions = new Map<string, number>()
  for (const [index, { fileName }] of pictures.entries()) {
    const key = pairKeyOf(fileName)
    const twin = positions.get(key)
    if (twin !== undefined) {
      fail('dataset.picture-twin', { file: fileName, other: (pictures[twin] as Entry).fileName })
    }
    positions.set(key, index)
  }
  const files = new Map<number, Entry>()
  for (const entry of all) {
    if (!/\.txt$/i.test(entry.fileName) || isClassList(entry)) continue
    const index = positions.get(pairKeyOf(entry.fileName))
    if (index !== undefined) files.set(index, entry)
    else if (isInLabelsFolder(entry.fileName)) {
      const picture = baseName(withoutExtension(entry.fileName))
      rejects.add('no-picture', 'dataset.label-orphan', { file: entry.fileName, line: null }, { picture })
    }
  }
  return files
}

async function readLabelFiles(
  { archive }: Source,
  files: Map<number, Entry>,
  { rejects, notes }: { rejects: Rejects; notes: ReadingReport['notes'] },
): Promise<BoxesOf> {
  if (files.size === 0) fail('dataset.boxes-missing')
  const classes = await readClassNames(archive)
  notes.push(...mergedNames(classes))
  return async (index) => {
    const entry = files.get(index)
    if (!entry) return []
    try {
      return parseBoxes(await archive.text(entry, LABEL_FILE_BYTES), classes)
    } catch (error) {
      if (!(error instanceof BoxRefused)) throw error
      rejectBox(rejects, entry.fileName, error)
      return null
    }
  }
}

async function analyseBoxes({ duck, target }: Source) {
  const rows = parquet(join(target, ROWS_FILE))
  const shape = literal('[{"class":"VARCHAR","w":"DOUBLE","h":"DOUBLE"}]')
  const boxes = `(SELECT unnest(from_json(${COLUMN}, ${shape})) AS box FROM ${rows})`
  return {
    classes: await balances(duck, `(SELECT box.class AS ${COLUMN} FROM ${boxes})`, [COLUMN]),
    distributions: [
      ...(await measure(
        duck,
        'boxes-per-picture',
        `SELECT json_array_length(${COLUMN}) AS value, count(*) AS total FROM ${rows} GROUP BY 1`,
      )),
      ...(await measure(
        duck,
        'box-share',
        `SELECT round(box.w * box.h, 4) AS value, count(*) AS total FROM ${boxes} GROUP BY 1`,
      )),
    ],
  }
}
