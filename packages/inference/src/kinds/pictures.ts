import { fail, type PicturesInput, type TableRow } from '@tessera/contract'
import { pixelsOf } from '../pixels.ts'
import type { InferenceKind } from './kind.ts'

/** Width that exceeds the limit of a batch: pictures are sent one by one, because each has a different size. */
const ALONE = 2 ** 20

/** Encodes rows that contain a picture file in base64. The other fields of the row are stored and shown. */
export const pictures: InferenceKind<PicturesInput> = {
  header: () => [],
  names: ({ name }) => [name],
  width: () => ALONE,
  async encode({ name, column, longest }, [row = {}]) {
    const { height, width, data } = await pixelsOf(fileOf(row, column), longest)
    return { inputs: [{ name, part: 0, type: 'uint8', shape: [1, height, width, 3] }], parts: [data] }
  },
  shown: ({ column }, { [column]: _file, ...rest }) => rest,
}

/** Returns a picture as a row for a model of pictures. */
export const rowOfPicture = ({ column }: PicturesInput, name: string, file: Buffer): TableRow => ({
  name,
  [column]: file.toString('base64'),
})

/** Returns the picture of a row as it was uploaded. */
export function fileOf(row: TableRow, column: string): Buffer {
  const file = row[column]
  return typeof file === 'string' ? Buffer.from(file, 'base64') : fail('inference.column-missing', { column })
}
