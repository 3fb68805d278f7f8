import { mkdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type Distribution, fail, type ReadingReport } from '@tessera/contract'
import { oneAtATime } from '@tessera/server'
import type { Entry } from 'yauzl'
import { type Duck, ident, literal, parquet } from '../../lib/duck.ts'
import { readableSize, requireSpace } from '../../lib/files.ts'
import { Copies } from '../copies.ts'
import { type ReadLabels, readLabels } from '../label-lists.ts'
import { measure } from '../measure.ts'
import { PICTURES_FOLDER, ROW_ID, ROWS_FILE, type Source } from '../reader.ts'
import type { Rejects } from '../rejects.ts'
import { type Cell, StagedRows, stagedTable } from '../staging.ts'
import { PICTURE_LIMITS, PictureRefused, type PictureSize, refusePicture, storePicture, THUMBNAIL } from './picture.ts'
import { OTHER_PICTURE, PICTURE } from './picture-format.ts'
import { pixelBudget } from './pixel-budget.ts'

/**
 * Number of pictures processed concurrently: two more than Node.js has worker threads, so that a picture is ready as
 * soon as a thread is free. Higher numbers would make other requests wait for a thread.
 */
const PICTURES_AT_ONCE = 6
/**
 * Required disk space as a multiple of the size of the uploaded pictures. It covers thumbnails, rows, and pictures that
 * grow when converted.
 */
const SPACE_FACTOR = 1.2
const NAME_DIGITS = 6

/** Columns that the row of every picture has, before the columns of its kind of data. */
const PICTURE_COLUMNS = [
  [ROW_ID, 'BIGINT'],
  ['name', 'VARCHAR'],
  ['file', 'VARCHAR'],
  ['width', 'BIGINT'],
  ['height', 'BIGINT'],
  ['bytes', 'BIGINT'],
] as const
/**
 * Names that no label may have: the columns that every picture's row has, and the fields that the edge adds to a page
 * of rows.
 */
export const TAKEN_NAMES = [...PICTURE_COLUMNS.map(([name]) => name), 'boxes', 'path', 'path_small', 'token']

/**
 * A picture of the archive. `cells` returns the values for the columns of its kind of data, or null if these values are
 * invalid and the picture is left out.
 */
export interface Listed {
  entry: Entry
  name: string
  cells: () => Promise<Cell[] | null> | Cell[] | null
  /** Throws if the cells are inconsistent with the size of the picture. */
  check?: (size: PictureSize) => void
}

const aloneForBytes = oneAtATime()

/** Stores the pictures of an archive and their thumbnails in `target`, and writes one row per picture. */
export async function readPictures(
  { archive, duck, scratch, target }: Source,
  of: { pictures: Listed[]; columns: string[]; rejects: Rejects },
): Promise<{
  rowCount: number
  sizeBytes: number
  distributions: Distribution[]
  labels: Map<string, ReadLabels>
  notes: ReadingReport['notes']
}> {
  const folder = join(target, PICTURES_FOLDER)
  const unpacked = of.pictures.reduce((sum, { entry }) => sum + entry.uncompressedSize, 0)
  await requireSpace(target, Math.ceil(unpacked * SPACE_FACTOR))
  const onPixels = pixelBudget(of.pictures.reduce((sum, { entry }) => sum + entry.compressedSize, 0))
  await mkdir(join(folder, THUMBNAIL.folder), { recursive: true, mode: 0o700 })
  const file = join(target, ROWS_FILE)
  let sizeBytes = 0
  let labels: Map<string, ReadLabels>
  const copies = new Copies()
  const paged: string[] = []
  const rows = await StagedRows.create(join(scratch, 'rows.csv'))

  async function store({ entry, check }: Listed, stem: string) {
    const size = entry.uncompressedSize
    if (size > PICTURE_LIMITS.bytes) {
      refusePicture('dataset.picture-large', { limit: readableSize(PICTURE_LIMITS.bytes) })
    }
    const onSize = (picture: PictureSize) => {
      onPixels(picture.width * picture.height)
      check?.(picture)
    }
    const work = async () => {
      const bytes = await archive.bytes(entry, PICTURE_LIMITS.bytes)
      const stored = await storePicture(bytes, { folder, stem, onSize })
      copies.add(entry.fileName, bytes)
      if (stored.pages > 1) paged.push(entry.fileName)
      return stored
    }
    return size > PICTURE_LIMITS.largeBytes ? aloneForBytes(work) : work()
  }
  async function readOne(listed: Listed, index: number) {
    const { entry, name, cells } = listed
    const values = await cells()
    if (!values) return
    const id = index + 1
    try {
      const picture = await store(listed, String(id).padStart(NAME_DIGITS, '0'))
      sizeBytes += picture.bytes
      await rows.add([id, name, picture.file, picture.width, picture.height, picture.bytes, ...values])
    } catch (error) {
      if (!(error instanceof PictureRefused)) throw error
      of.rejects.add('bad-picture', error.code, { file: entry.fileName, line: null }, error.params)
    }
  }

  try {
    await eachOf(of.pictures, readOne)
    if (rows.count === 0) fail('dataset.pictures-none')
    await rows.end()
    const columns = [...PICTURE_COLUMNS, ...of.columns.map((name) => [name, 'VARCHAR'] as const)]
    const table = stagedTable(rows.path, columns)
    labels = await readLabels(
      duck,
      table,
      of.columns.map((name) => ({ name, isLists: false })),
    )
    const cells = [
      ...PICTURE_COLUMNS.map(([name]) => ident(name)),
      ...[...labels].map(([name, { sql }]) => `${sql} AS ${ident(name)}`),
    ]
    // The rows are sorted by id, because pictures are processed concurrently and finish in any order.
    await duck.run(`COPY (SELECT ${cells.join(', ')} FROM ${table} ORDER BY ${ident(ROW_ID)})
      TO ${literal(file)} (FORMAT parquet, COMPRESSION zstd)`)
  } finally {
    await rows.remove()
  }
  return {
    rowCount: rows.count,
    sizeBytes: sizeBytes + (await stat(file)).size,
    distributions: await sizesOf(duck, parquet(file)),
    labels,
    notes: [...copies.notes, ...pagesNote(paged)],
  }
}

/** The names are sorted, because pictures are read concurrently and finish in any order. */
function pagesNote(paged: string[]): ReadingReport['notes'] {
  const [first] = paged.toSorted()
  return first === undefined ? [] : [{ name: 'first-pages', value: first, count: paged.length }]
}

/** Returns the distributions of picture widths and heights in a dataset. */
async function sizesOf(duck: Duck, rows: string): Promise<Distribution[]> {
  const counted = (column: string) => `SELECT ${column} AS value, count(*) AS total FROM ${rows} GROUP BY 1`
  return [
    ...(await measure(duck, 'picture-width', counted('width'))),
    ...(await measure(duck, 'picture-height', counted('height'))),
    ...(await measure(duck, 'picture-bytes', counted('bytes'))),
  ]
}

/** Rejects files whose extension is that of an unsupported picture format. */
export function rejectOthers(entries: Entry[], rejects: Rejects) {
  for (const { fileName } of entries) {
    if (OTHER_PICTURE.test(fileName)) {
      rejects.add('bad-picture', 'dataset.picture-bad', { file: fileName, line: null })
    }
  }
}

/** Returns the number of pictures. Lines of a table that name no picture of the archive do not count. */
export const countPictures = (entries: Entry[]) =>
  entries.filter(({ fileName }) => PICTURE.test(fileName) || OTHER_PICTURE.test(fileName)).length

/**
 * Processes items concurrently. After a failure, no further item is started; the first error is thrown after the
 * running items have ended.
 */
async function eachOf<T>(items: T[], work: (item: T, index: number) => Promise<void>) {
  const failures: { index: number; error: unknown }[] = []
  let next = 0
  await Promise.all(
    Array.from({ length: PICTURES_AT_ONCE }, async () => {
      while (next < items.length && failures.length === 0) {
        const index = next++
        await work(items[index] as T, index).catch((error) => void failures.push({ index, error }))
      }
    }),
  )
  failures.sort((a, b) => a.index - b.index)
  if (failures[0]) throw failures[0].error
}
