import { join } from 'node:path'
import { fail, type ReadingReport } from '@tessera/contract'
import type { Entry } from 'yauzl'
import { z } from 'zod'
import { isJsonObject, jsonItems, parseJson } from '../../lib/json-items.ts'
import { unpackText } from '../../lib/text-lines.ts'
import { PictureNames } from '../picture-names.ts'
import type { Source } from '../reader.ts'
import type { Rejects } from '../rejects.ts'
import { type Box, type BoxesOf, BoxRefused, MAX_BOXES, rejectBox, share } from './boxes.ts'
import { mergedNames } from './class-names.ts'
import { refuseBoxesBeside } from './other-labels.ts'
import { type PictureSize, refusePicture } from './picture.ts'

const MAX_ANNOTATIONS = 2_000_000
/** Number of pixels by which a box may exceed the picture, because programs round coordinates. */
const OVER_PIXELS = 1
/** Relative difference that two aspect ratios may have, because programs round the sides of small pictures. */
const SHAPE_TOLERANCE = 0.05

const Id = z.union([z.int(), z.string()]).transform(String)
const CocoImage = z.object({
  id: Id,
  file_name: z.string(),
  width: z.number().positive(),
  height: z.number().positive(),
})
const CocoCategory = z.object({ id: Id, name: z.string().trim().min(1) })
const Numbers = z.tuple([z.number(), z.number(), z.number(), z.number()])
/** Some programs write only a polygon, or an empty list as the box. The picture of such an annotation is refused. */
const CocoAnnotation = z.object({
  image_id: Id,
  category_id: Id,
  bbox: Numbers.nullable().catch(null),
  iscrowd: z.union([z.boolean(), z.number()]).nullish(),
})

/** A position in the document. It includes the entry, because most JSON documents have only one line. */
interface Located {
  line: number
  entry: string
}
type Image = z.infer<typeof CocoImage> & Located
type Category = z.infer<typeof CocoCategory> & { entry: string }
type Annotation = z.infer<typeof CocoAnnotation> & Located
interface Document {
  file: string
  images: Map<string, Image>
  categories: Map<string, Category>
  annotations: Map<string, Annotation[]>
}

/** Reads boxes from COCO documents, and converts pixels to shares of the picture's size. */
export async function readCoco(
  source: Source,
  of: { documents: Entry[]; pictures: Entry[]; rejects: Rejects; notes: ReadingReport['notes'] },
): Promise<{
  boxesOf: BoxesOf
  checkSize: (index: number, size: PictureSize) => void
  /** Returns the notes about all pictures. */
  notes: () => ReadingReport['notes']
}> {
  const names = new PictureNames(of.pictures.map(({ fileName }) => fileName))
  const found = new Map<number, { document: Document; image: Image }>()
  const reshaped: string[] = []
  for (const entry of of.documents) {
    const document = await readDocument(source, entry, of.notes)
    if (document.images.size === 0) continue
    for (const image of document.images.values()) placeImage(document, image, { names, found, rejects: of.rejects })
    refuseShares(document)
    refuseStray(document, of.rejects)
  }
  if (found.size === 0) {
    refuseBoxesBeside(of.documents, of.pictures)
    fail('dataset.boxes-missing')
  }
  for (const [index, { fileName: file }] of of.pictures.entries()) {
    if (found.has(index)) continue
    const table = of.documents[0]?.fileName ?? ''
    of.rejects.add('picture-unlisted', 'dataset.picture-unlisted', { file, line: null }, { table })
  }
  return {
    boxesOf(index) {
      const one = found.get(index)
      if (!one) return null
      try {
        return boxesOf(one.document, one.image)
      } catch (error) {
        if (!(error instanceof BoxRefused)) throw error
        rejectBox(of.rejects, one.document.file, error)
        return null
      }
    },
    checkSize(index, size) {
      const listed = found.get(index)?.image
      if (!listed) return
      refuseTurned(listed, size)
      if (!isOfShape(listed, size)) reshaped.push(`${listed.file_name} (${sizeText(size)}, ${sizeText(listed)})`)
    },
    notes() {
      const [first] = reshaped.toSorted()
      return first === undefined ? [] : [{ name: 'coco-sizes', value: first, count: reshaped.length }]
    },
  }
}

/**
 * Refuses a picture that its EXIF data rotate by 90 degrees while the document states the size before rotation, because
 * its boxes would be in the wrong places.
 */
function refuseTurned(listed: PictureSize, { width, height }: PictureSize) {
  if ((listed.width - listed.height) * (width - height) >= 0) return
  refusePicture('dataset.coco-turned', { width, height, listedWidth: listed.width, listedHeight: listed.height })
}

/**
 * Returns whether two pictures have the same aspect ratio. A picture can be scaled without moving its boxes, but in a
 * cropped picture the boxes would be in the wrong places.
 */
const isOfShape = (listed: PictureSize, { width, height }: PictureSize) =>
  Math.abs((listed.width * height) / (listed.height * width) - 1) <= SHAPE_TOLERANCE
const sizeText = ({ width, height }: PictureSize) => `${width} × ${height}`

function placeImage(
  document: Document,
  image: Image,
  of: { names: PictureNames; found: Map<number, { document: Document; image: Image }>; rejects: Rejects },
) {
  const place = { file: document.file, line: image.line, entry: image.entry }
  const name = image.file_name
  const index = of.names.find(name)
  if (index === 'several') fail('dataset.coco-ambiguous', { ...place, name })
  if (index === undefined) return of.rejects.add('no-picture', 'dataset.coco-missing', place, { name })
  if (of.found.has(index)) fail('dataset.coco-repeated', { ...place, name })
  of.found.set(index, { document, image })
}

/**
 * Refuses COCO documents in which all coordinates are between 0 and 1. No program marks objects of at most one pixel,
 * so these values are shares of the picture's size, as in YOLO.
 */
function refuseShares({ file, annotations }: Document) {
  const all = [...annotations.values()].flat()
  const [first] = all
  const isShare = ({ bbox }: Annotation) => bbox?.every((one) => one >= 0 && one <= 1) ?? false
  if (first && all.every(isShare)) fail('dataset.coco-shares', { file, line: first.line, entry: first.entry })
}

function refuseStray({ file, images, annotations }: Document, rejects: Rejects) {
  for (const [id, [first]] of annotations) {
    if (first && !images.has(id)) {
      const { line, entry } = first
      rejects.add('no-picture', 'dataset.coco-image', { file, line, entry }, { id })
    }
  }
}

function boxesOf({ categories, annotations }: Document, { id, width, height }: Image): Box[] {
  return (annotations.get(id) ?? []).map(({ category_id, bbox, line, entry }, index) => {
    const place = { line, entry }
    if (index >= MAX_BOXES) throw new BoxRefused('dataset.coco-many', place, { limit: MAX_BOXES })
    const name = categories.get(category_id)?.name
    if (name === undefined) throw new BoxRefused('dataset.coco-category', place, { id: category_id })
    if (!bbox) throw new BoxRefused('dataset.coco-bbox', place)
    const [x, y, w, h] = bbox
    const over = Math.max(-x, -y, x + w - width, y + h - height)
    if (over > OVER_PIXELS) throw new BoxRefused('dataset.coco-box', place, { width, height })
    const [left, right] = [Math.max(0, x) / width, Math.min(width, x + w) / width]
    const [top, bottom] = [Math.max(0, y) / height, Math.min(height, y + h) / height]
    const size = { w: share(right - left), h: share(bottom - top) }
    if (!(size.w > 0 && size.h > 0)) throw new BoxRefused('dataset.coco-empty', place, { width: w, height: h })
    return { class: name, x: share((left + right) / 2), y: share((top + bottom) / 2), ...size }
  })
}

async function readDocument(
  { archive, scratch }: Source,
  entry: Entry,
  notes: ReadingReport['notes'],
): Promise<Document> {
  const text = await unpackText(archive, entry, join(scratch, 'coco.json'))
  const file = text.name
  const document: Document = { file, images: new Map(), categories: new Map(), annotations: new Map() }
  const crowds: string[] = []
  for await (const items of jsonItems(text)) {
    for (const { key, isElement, line, index, text } of items) {
      if (!isElement || key === null) continue
      const value = parseJson(text)
      const entry = entryOf(key, index, value)
      const place = { file, line, entry }
      if (key === 'images') {
        const image = parsed(CocoImage, value, place)
        const known = document.images.get(image.id)
        if (known && known.file_name !== image.file_name) refuseSecond(image.id, known, place)
        document.images.set(image.id, { ...image, line, entry })
      } else if (key === 'categories') {
        const category = parsed(CocoCategory, value, place)
        const known = document.categories.get(category.id)
        if (known && known.name !== category.name) refuseSecond(category.id, known, place)
        document.categories.set(category.id, { ...category, entry })
      } else if (key === 'annotations') {
        if (index >= MAX_ANNOTATIONS) fail('dataset.coco-many', { ...place, limit: MAX_ANNOTATIONS })
        const annotation = { ...parsed(CocoAnnotation, value, place), line, entry }
        // A crowd region covers many objects that were not separated, so it is not the box of one object.
        if (annotation.iscrowd) {
          crowds.push(entry)
          continue
        }
        const before = document.annotations.get(annotation.image_id)
        if (before) before.push(annotation)
        else document.annotations.set(annotation.image_id, [annotation])
      }
    }
  }
  notes.push(...mergedNames([...document.categories.values()].map(({ entry, name }) => [entry, name] as const)))
  const [first] = crowds
  if (first !== undefined) notes.push({ name: 'crowds', value: `${file}, ${first}`, count: crowds.length })
  return document
}

/** Refuses two entries with the same id, because their boxes could be confused. */
const refuseSecond = (id: string, { entry }: { entry: string }, place: { file: string } & Located) =>
  fail('dataset.coco-id', { ...place, other: entry, id })

/**
 * Returns the name of an entry for error messages, such as `annotations[4] (id 17)`: its position in the list from 0,
 * and its id if it has one.
 */
function entryOf(list: string, place: number, value: unknown): string {
  const { success, data } = Id.safeParse(isJsonObject(value) ? value.id : undefined)
  return `${list}[${place}]${success ? ` (id ${data.slice(0, 32)})` : ''}`
}

function parsed<T extends z.ZodType>(shape: T, value: unknown, place: { file: string } & Located): z.infer<T> {
  const { success, data } = shape.safeParse(value)
  return success ? data : fail('dataset.coco-broken', { ...place })
}
