import {
  fail,
  type InferenceResult,
  type ModelInput,
  PICTURE_ENDINGS,
  type PicturesResult,
  type TableRow,
} from '@tessera/contract'
import type { SentFile } from '@tessera/server'
import { rowOfPicture } from './kinds/pictures.ts'
import { smallPicture } from './pixels.ts'

/** A picture that a caller sent, and the copy that is shown beside the prediction. */
interface SentPicture extends SentFile {
  base64: string
}

/** Maximum length of a file name. Longer names are unreadable. */
const MAX_NAME_LENGTH = 200

/** Reads all pictures before any of them is used. An error contains the name of the picture. */
export async function readPictures(files: SentFile[]): Promise<SentPicture[]> {
  if (files.length === 0) fail('file.missing')
  const pictures: SentPicture[] = []
  for (const file of files) {
    const name = [...file.name].slice(-MAX_NAME_LENGTH).join('')
    if (!PICTURE_ENDINGS.some((ending) => name.toLowerCase().endsWith(ending))) {
      fail('inference.picture-ending', { name, endings: PICTURE_ENDINGS.join(' ') })
    }
    const small = await smallPicture(file.content).catch(() => fail('inference.picture-broken', { name }))
    pictures.push({ name, content: file.content, base64: small.toString('base64') })
  }
  return pictures
}

/** Returns the pictures as rows of a model. Fails for a model that does not take pictures. */
export const rowsOfPictures = (input: ModelInput | null, pictures: SentPicture[]): TableRow[] =>
  input?.kind === 'pictures'
    ? pictures.map(({ name, content }) => rowOfPicture(input, name, content))
    : fail('inference.not-pictures')

/** Returns the prediction for each picture, in order, with the picture beside it. */
export const besidePictures = (
  { predictions, ...result }: InferenceResult,
  pictures: SentPicture[],
): PicturesResult => ({
  ...result,
  predictions: predictions.map((prediction, place) => {
    const { name = '', base64 = '' } = pictures[place] ?? {}
    return { name, base64, prediction }
  }),
})
