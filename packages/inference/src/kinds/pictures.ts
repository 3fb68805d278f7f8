import { fail, type PicturesInput, type TableRow } from '@tessera/contract'
import { pixelsOf } from '../pixels.ts'
import type { InferenceKind } from './kind.ts'

/** More than a batch can hold: pictures go in one by one, because each has its own size. */
const ALONE = 2 ** 20

/** A row has its picture's file in base64. Everything else of the row is stored and shown. */
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

/** Returns a picture as a row of such a model. */
export const rowOfPicture = ({ column }: PicturesInput, name: string, file: Buffer): TableRow => ({
  name,
  [column]: file.toString('base64'),
})

/** Returns a row's picture as it was uploaded. */
export function fileOf(row: TableRow, column: string): Buffer {
  const file = row[column]
  return typeof file === 'string' ? Buffer.from(file, 'base64') : fail('inference.column-missing', { column })
}
