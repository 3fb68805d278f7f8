import type { Entry } from 'yauzl'
import type { Archive } from '../../lib/zip.ts'
import { DOCUMENT, PLAIN_TEXT, TABLE } from '../file-extensions.ts'
import { peek } from '../peek.ts'
import { isInLabelsFolder, pairKeyOf } from '../picture-names.ts'
import { isClassList, mayNameClasses } from '../pictures/class-names.ts'
import { PICTURE } from '../pictures/picture-format.ts'

const COCO_KEY = /"(images|annotations|categories)"\s*:\s*\[/
/** Maximum number of documents that are searched for boxes. */
const MAX_DOCUMENTS = 20

/** Returns whether an archive contains pictures with boxes, in label files or in a COCO document. */
export async function hasBoxes(archive: Pick<Archive, 'entries' | 'open'>): Promise<boolean> {
  const having = (name: RegExp) => archive.entries.filter(({ fileName }) => name.test(fileName))
  const pictures = having(PICTURE)
  if (pictures.length === 0) return false
  if (hasLabelFiles(archive.entries, pictures)) return true
  const documents = having(DOCUMENT)
  return documents.length > 0 && (having(TABLE).length === 0 || (await hasCoco(archive, documents)))
}

/**
 * Returns whether the archive contains label files: in a labels folder, or beside each picture if there is a file of
 * class names.
 */
function hasLabelFiles(entries: Entry[], pictures: Entry[]): boolean {
  if (entries.some(({ fileName }) => isInLabelsFolder(fileName))) return true
  if (!entries.some(mayNameClasses)) return false
  const keys = new Set(pictures.map(({ fileName }) => pairKeyOf(fileName)))
  return entries.some(
    (entry) => PLAIN_TEXT.test(entry.fileName) && !isClassList(entry) && keys.has(pairKeyOf(entry.fileName)),
  )
}

async function hasCoco(archive: Pick<Archive, 'open'>, documents: Entry[]): Promise<boolean> {
  for (const document of documents.slice(0, MAX_DOCUMENTS)) {
    if (COCO_KEY.test(await peek(archive, document))) return true
  }
  return false
}
