import { join } from 'node:path'
import { fail } from '@tessera/contract'
import type { Entry } from 'yauzl'
import { z } from 'zod'
import { jsonItems } from '../../../../lib/json-items.ts'
import { unpackText } from '../../../../lib/text-lines.ts'
import { PictureNames } from '../picture-names.ts'
import type { Source } from '../reader.ts'
import type { Rejects } from '../rejects.ts'
import { type Box, type BoxesOf, BoxRefused, MOST_BOXES, rejectBox, share } from './boxes.ts'
import { refuseBoxesBeside } from './other-labels.ts'
import { type PictureSize, refusePicture } from './picture.ts'

const MOST_ANNOTATIONS = 2_000_000
/** Boxes end up to so many pixels beyond the edge where programs round. */
const OVER_PIXELS = 1

const Id = z.union([z.int(), z.string()]).transform(String)
const CocoImage = z.object({
  id: Id,
  file_name: z.string(),
  width: z.number().positive(),
  height: z.number().positive(),
})
const CocoCategory = z.object({ id: Id, name: z.string().min(1) })
const CocoAnnotation = z.object({
  image_id: Id,
  category_id: Id,
  bbox: z.tuple([z.number(), z.number(), z.number(), z.number()]),
})

type Image = z.infer<typeof CocoImage> & { line: number }
type Annotation = z.infer<typeof CocoAnnotation> & { line: number }
interface Document {
  file: string
  images: Map<string, Image>
  categories: Map<string, string>
  annotations: Map<string, Annotation[]>
}

/** Boxes from COCO documents: in pixels there, as shares here. */
export async function readCoco(
  source: Source,
  of: { documents: Entry[]; pictures: Entry[]; rejects: Rejects },
): Promise<{ boxesOf: BoxesOf; checkSize: (index: number, size: PictureSize) => void }> {
  const names = new PictureNames(of.pictures.map(({ fileName }) => fileName))
  const found = new Map<number, { document: Document; image: Image }>()
  for (const entry of of.documents) {
    const document = await readDocument(source, entry)
    if (document.images.size === 0) continue
    for (const image of document.images.values()) placeImage(document, image, { names, found, rejects: of.rejects })
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
      if (listed) refuseTurned(listed, size)
    },
  }
}

/** A picture that is seen turned by a quarter, as its camera says, while the document has it lying: its boxes would stand elsewhere. */
function refuseTurned(listed: PictureSize, { width, height }: PictureSize) {
  if ((listed.width - listed.height) * (width - height) >= 0) return
  refusePicture('dataset.coco-turned', { width, height, listedWidth: listed.width, listedHeight: listed.height })
}

function placeImage(
  document: Document,
  image: Image,
  of: { names: PictureNames; found: Map<number, { document: Document; image: Image }>; rejects: Rejects },
) {
  const place = { file: document.file, line: image.line }
  const name = image.file_name
  const index = of.names.find(name)
  if (index === 'several') fail('dataset.picture-ambiguous', { ...place, name })
  if (index === undefined) return of.rejects.add('no-picture', 'dataset.picture-missing', place, { name })
  if (of.found.has(index)) fail('dataset.picture-repeated', { ...place, name })
  of.found.set(index, { document, image })
}

function refuseStray({ file, images, annotations }: Document, rejects: Rejects) {
  for (const [id, [first]] of annotations) {
    if (!images.has(id)) rejects.add('no-picture', 'dataset.coco-image', { file, line: first?.line ?? null }, { id })
  }
}

function boxesOf({ categories, annotations }: Document, { id, width, height }: Image): Box[] {
  return (annotations.get(id) ?? []).map(({ category_id, bbox: [x, y, w, h], line }, index) => {
    if (index >= MOST_BOXES) throw new BoxRefused('dataset.boxes-many', line, { limit: MOST_BOXES })
    const name = categories.get(category_id)
    if (name === undefined) throw new BoxRefused('dataset.coco-category', line, { id: category_id })
    const over = Math.max(-x, -y, -w, -h, x + w - width, y + h - height)
    if (over > OVER_PIXELS || w < 0 || h < 0) throw new BoxRefused('dataset.coco-box', line, { width, height })
    const [left, right] = [Math.max(0, x) / width, Math.min(width, x + w) / width]
    const [top, bottom] = [Math.max(0, y) / height, Math.min(height, y + h) / height]
    return {
      class: name,
      x: share((left + right) / 2),
      y: share((top + bottom) / 2),
      w: share(right - left),
      h: share(bottom - top),
    }
  })
}

async function readDocument({ archive, scratch }: Source, entry: Entry): Promise<Document> {
  const text = await unpackText(archive, entry, join(scratch, 'coco.json'))
  const file = text.name
  const document: Document = { file, images: new Map(), categories: new Map(), annotations: new Map() }
  let count = 0
  for await (const items of jsonItems(text)) {
    for (const { key, isElement, line, text } of items) {
      if (!isElement) continue
      const place = { file, line }
      if (key === 'images') {
        const image = parsed(CocoImage, text, place)
        document.images.set(image.id, { ...image, line })
      } else if (key === 'categories') {
        const { id, name } = parsed(CocoCategory, text, place)
        document.categories.set(id, name)
      } else if (key === 'annotations') {
        count += 1
        if (count > MOST_ANNOTATIONS) fail('dataset.boxes-many', { ...place, limit: MOST_ANNOTATIONS })
        const annotation = { ...parsed(CocoAnnotation, text, place), line }
        const before = document.annotations.get(annotation.image_id)
        if (before) before.push(annotation)
        else document.annotations.set(annotation.image_id, [annotation])
      }
    }
  }
  return document
}

function parsed<T extends z.ZodType>(shape: T, text: string, place: { file: string; line: number }): z.infer<T> {
  try {
    return shape.parse(JSON.parse(text))
  } catch {
    return fail('dataset.coco-broken', place)
  }
}
