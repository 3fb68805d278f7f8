import { join } from 'node:path'
import { fail, PICTURE_COLUMN } from '@tessera/contract'
import { type Duck, ident, literal, parquet } from '../../lib/duck.ts'
import { readableSize } from '../../lib/files.ts'
import { type GrantedRows, writeIndex, writeRows } from '../granted-rows.ts'
import { ROW_ID } from '../reader.ts'

/**
 * Maximum total size of the pictures of one consent ticket. A training worker needs about three times this size in
 * memory.
 */
const MAX_BYTES = 1024 ** 3
/**
 * Size after which a new file is started; the last picture of a file may exceed the limit. DuckDB needs a few times the
 * size of a file in memory. A folder has at most 32 files.
 */
const FILE_BYTES = 48 * 1024 ** 2

interface Listed {
  id: string
  file: string
  bytes: number
}

/** Grants pictures with their labels. The picture files are the uploaded ones. */
export async function grantPictures(duck: Duck, { dataset, columns, where }: GrantedRows, folder: string) {
  // The pictures are listed in the order of the rows, because the validation split depends on this order.
  const listed = await duck.rows(
    `SELECT CAST(${ident(ROW_ID)} AS VARCHAR) AS id, file, bytes FROM ${parquet(dataset.file)} WHERE ${where} ORDER BY ${ident(ROW_ID)}`,
  )
  const pictures = listed.map(({ id, file, bytes }) => ({ id: String(id), file: String(file), bytes: Number(bytes) }))
  const size = pictures.reduce((sum, { bytes }) => sum + bytes, 0)
  if (size > MAX_BYTES) {
    fail('grant.pictures-large', { size: readableSize(size), limit: readableSize(MAX_BYTES) })
  }
  const files: string[] = []
  for (const some of inFiles(pictures)) {
    const name = `rows-${files.length}.parquet`
    const paths = some.map(({ file }) => literal(exactly(join(dataset.media ?? '', file))))
    const ids = some.map(({ id }) => literal(id))
    const labels = columns.map((column) => `picture.${ident(column)}`)
    const written = await writeRows(
      duck,
      `SELECT found.content AS ${ident(PICTURE_COLUMN)}, ${labels.join(', ')}
       FROM (SELECT * FROM ${parquet(dataset.file)} WHERE CAST(${ident(ROW_ID)} AS VARCHAR) IN (${ids.join(', ')})) AS picture
       JOIN read_blob([${paths.join(', ')}]) AS found ON parse_filename(found.filename) = picture.file
       ORDER BY picture.${ident(ROW_ID)}`,
      join(folder, name),
      'COMPRESSION uncompressed',
    )
    if (written !== some.length) fail('dataset.picture-not-found')
    files.push(name)
  }
  await writeIndex(folder, { kind: 'table', files, columns: [PICTURE_COLUMN, ...columns] })
}

function inFiles(pictures: Listed[]): Listed[][] {
  const files: Listed[][] = []
  let room = 0
  for (const picture of pictures) {
    if (room <= 0) {
      files.push([])
      room = FILE_BYTES
    }
    files.at(-1)?.push(picture)
    room -= picture.bytes
  }
  return files
}

/** Escapes a path for DuckDB, which would otherwise treat the folder name `a[1]` as a pattern that matches `a1`. */
const exactly = (path: string) => path.replace(/[[\]*?]/g, (sign) => (sign === ']' ? sign : `[${sign}]`))
