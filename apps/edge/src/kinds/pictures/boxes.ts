import { AppError } from '@tessera/contract'
import type { Place, Rejects } from '../rejects.ts'

/** An object in a picture: its class, and its centre and size as shares of the picture's size. */
export interface Box {
  class: string
  x: number
  y: number
  w: number
  h: number
}

/**
 * Returns the boxes of the picture at this position, or null if its boxes are invalid and were already counted as
 * rejected.
 */
export type BoxesOf = (index: number) => Promise<Box[] | null> | Box[] | null

export const MAX_BOXES = 10_000
const VALUES = 5
/** Six decimal digits identify a pixel in any picture. */
const SHARE_DIGITS = 6

export const share = (value: number) => Number(value.toFixed(SHARE_DIGITS))

/** Error for an invalid box. The caller knows the box's picture and leaves that picture out. */
export class BoxRefused extends AppError {
  readonly place: Omit<Place, 'file'>

  constructor(code: AppError['code'], place: Omit<Place, 'file'>, params: AppError['params'] = {}) {
    super(code, params)
    this.place = place
  }
}

/**
 * Leaves out a picture that has an invalid box. If only the box were left out, training would learn that the picture
 * contains no object there.
 */
export function rejectBox(rejects: Rejects, file: string, { code, place, params }: BoxRefused) {
  const isClass = code === 'dataset.box-class' || code === 'dataset.coco-category'
  rejects.add(isClass ? 'class-unknown' : 'bad-box', code, { file, ...place }, params)
}

/** Parses the lines of a label file: `class x y w h`, with the class as a number. */
export function parseBoxes(text: string, classes: ReadonlyMap<number, string>): Box[] {
  const boxes: Box[] = []
  for (const [index, line] of text.split(/\r\n|\n|\r/).entries()) {
    const values = line.trim().split(/\s+/)
    if (values[0] === '') continue
    if (boxes.length === MAX_BOXES)
      throw new BoxRefused('dataset.boxes-many', { line: index + 1 }, { limit: MAX_BOXES })
    boxes.push(boxOf(values, index + 1, classes))
  }
  return boxes
}

function boxOf(values: string[], line: number, classes: ReadonlyMap<number, string>): Box {
  if (values.length !== VALUES) throw new BoxRefused('dataset.box-values', { line }, { found: values.length })
  const [number, x, y, w, h] = values.map(Number) as [number, number, number, number, number]
  const wrong = [x, y, w, h].findIndex((value) => !(value >= 0 && value <= 1))
  if (wrong >= 0) {
    throw new BoxRefused('dataset.box-range', { line }, { value: (values[wrong + 1] as string).slice(0, 32) })
  }
  if (!(share(w) > 0 && share(h) > 0)) throw new BoxRefused('dataset.box-empty', { line }, { width: w, height: h })
  const name = classes.get(number)
  if (name === undefined) {
    const value = (values[0] as string).slice(0, 32)
    throw new BoxRefused('dataset.box-class', { line }, { class: value, count: classes.size })
  }
  return { class: name, x: share(x), y: share(y), w: share(w), h: share(h) }
}
