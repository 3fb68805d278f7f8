import type { Explanation, PicturesInput, Prediction, TableRow } from '@tessera/contract'
import sharp from 'sharp'
import { fileOf, rowOfPicture } from '../kinds/pictures.ts'
import { type Pixels, pixelsOf } from '../pixels.ts'
import type { Sum } from './exact.ts'

/** Number of parts in each direction. Each part takes one prediction. */
const ACROSS = 8
const COLOURS = 3

/**
 * Yields copies of a picture in which one part each is covered, as rows of its model. Source: Zeiler and Fergus 2014,
 * arXiv:1311.2901.
 */
export async function* withEachCovered(input: PicturesInput, row: TableRow): AsyncIterable<TableRow> {
  const pixels = await pixelsOf(fileOf(row, input.column), input.longest)
  const colour = meanColour(pixels)
  for (let part = 0; part < ACROSS ** 2; part += 1) {
    const { height, width, data } = covered(pixels, part, colour)
    const file = await sharp(data, { raw: { width, height, channels: COLOURS } })
      .png({ compressionLevel: 1 })
      .toBuffer()
    yield rowOfPicture(input, '', file)
  }
}

/** Returns for each part the difference between the predictions with the part visible and with the part covered. */
export function explainParts(answer: Prediction, others: Prediction[], sum: Sum): Explanation {
  const { unit, class: name, against, read } = sum
  const effects = others.map((other) => read(answer) - read(other))
  return {
    method: 'covered',
    unit,
    class: name,
    against,
    columns: [],
    untold: [],
    parts: { across: ACROSS, effects },
  }
}

function meanColour({ data }: Pixels): number[] {
  const sums = [0, 0, 0]
  for (const [at, value] of data.entries()) sums[at % COLOURS] = (sums[at % COLOURS] as number) + value
  return sums.map((sum) => Math.round(sum / (data.length / COLOURS)))
}

function covered({ height, width, data }: Pixels, part: number, colour: number[]): Pixels {
  const [down, right] = [Math.floor(part / ACROSS), part % ACROSS]
  const ends = (place: number, side: number) => [place, place + 1].map((one) => Math.round((one * side) / ACROSS))
  const [top = 0, bottom = 0] = ends(down, height)
  const [left = 0, end = 0] = ends(right, width)
  const changed = Uint8Array.from(data)
  for (let row = top; row < bottom; row += 1) {
    for (let column = left; column < end; column += 1) changed.set(colour, (row * width + column) * COLOURS)
  }
  return { height, width, data: changed }
}
