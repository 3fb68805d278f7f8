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

/** A picture that was sent, and how it stands beside the answer. */
interface SentPicture extends SentFile {
  base64: string
}

/** Of a name, which nobody reads to its end. */
const LONGEST = 200

/** Each looked at before any is told: what is wrong with one is said with its name. */
export async function readPictures(files: SentFile[]): Promise<SentPicture[]> {
  if (files.length === 0) fail('file.missing')
  const pictures: SentPicture[] = []
  for (const file of files) {
    const name = [...file.name].slice(-LONGEST).join('')
    if (!PICTURE_ENDINGS.some((ending) => name.toLowerCase().endsWith(ending))) {
      fail('inference.picture-ending', { name, endings: PICTURE_ENDINGS.join(' ') })
    }
    const small = await smallPicture(file.content).catch(() => fail('inference.picture-broken', { name }))
    pictures.push({ name, content: file.content, base64: small.toString('base64') })
  }
  return pictures
}

/** As a model takes them. Fails of one that takes none. */
export const rowsOfPictures = (input: ModelInput | null, pictures: SentPicture[]): TableRow[] =>
  input?.kind === 'pictures'
    ? pictures.map(({ name, content }) => rowOfPicture(input, name, content))
    : fail('inference.not-pictures')

/** What was said of each, in their order, with the picture beside it. */
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
