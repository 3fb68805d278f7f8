import { PictureOutlined } from '@ant-design/icons'
import { useState } from 'react'
import type { Picture } from './picture-row.ts'
import styles from './pictures.module.css'

interface Props {
  picture: Picture
  alt: string
  onOpen: () => void
  onBroken: () => void
}

/** The thumbnail of a picture at 100 × 100, made by the edge. A click opens the picture. */
export function Thumbnail({ picture, alt, onOpen, onBroken }: Props) {
  const [broken, setBroken] = useState<string | null>(null)
  const { smallUrl } = picture
  return (
    <button type="button" className={styles.thumbnail} onClick={onOpen} aria-label={alt}>
      {broken === smallUrl ? (
        <PictureOutlined aria-hidden="true" />
      ) : (
        <img
          src={smallUrl}
          alt={alt}
          width={100}
          height={100}
          loading="lazy"
          onError={() => {
            setBroken(smallUrl)
            onBroken()
          }}
        />
      )}
    </button>
  )
}
