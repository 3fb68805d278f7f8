import { BoxedImage } from './BoxedImage.tsx'
import type { ClassLook } from './class-look.ts'
import type { Picture } from './picture-row.ts'

interface Props {
  picture: Picture
  alt: string
  looks: ReadonlyMap<string, ClassLook>
  onBroken: () => void
}

/** A picture of a dataset in full size, with its boxes and their classes. */
export function BoxedPicture({ picture: { url, width, height, boxes }, alt, looks, onBroken }: Props) {
  const drawn = boxes.map((box) => ({ ...box, text: box.class, look: looks.get(box.class) }))
  const size = width && height ? { width, height } : null
  return <BoxedImage url={url} alt={alt} size={size} onBroken={onBroken} boxes={drawn} />
}
