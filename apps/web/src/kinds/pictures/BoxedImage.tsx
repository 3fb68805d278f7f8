import { type CSSProperties, useState } from 'react'
import { usePhrases } from '../../lib/i18n.ts'
import { kindPhrases } from '../phrases.ts'
import { BoxNames, type DrawnBox } from './BoxNames.tsx'
import styles from './pictures.module.css'

interface Sides {
  width: number
  height: number
}

interface Props {
  url: string
  alt: string
  /** Size of the picture in pixels, which reserves its space while it loads. */
  size?: Sides | null
  boxes: DrawnBox[]
  onBroken?: () => void
}

/** A picture with boxes over it. The positions refer to the upright picture, as browsers show it. */
export function BoxedImage({ url, alt, size = null, boxes, onBroken }: Props) {
  const t = usePhrases(kindPhrases)
  const [broken, setBroken] = useState<string | null>(null)
  const [loaded, setLoaded] = useState<Sides | null>(null)
  const sides = loaded ?? size
  if (broken === url) return <p role="alert">{t('picture.broken')}</p>
  return (
    <div
      className={sides ? styles.stage : styles.loading}
      style={sides ? ({ '--width': sides.width, '--height': sides.height } as CSSProperties) : undefined}
    >
      <img
        src={url}
        alt={alt}
        style={sides && sides.width <= COARSE ? { imageRendering: 'pixelated' } : undefined}
        onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) => {
          setLoaded(naturalWidth > 0 && naturalHeight > 0 ? { width: naturalWidth, height: naturalHeight } : null)
        }}
        onError={() => {
          setBroken(url)
          onBroken?.()
        }}
      />
      {boxes.length > 0 && (
        <>
          <svg viewBox="0 0 1 1" preserveAspectRatio="none" aria-hidden="true" className={styles.boxes}>
            {boxes.map((box, index) => (
              <rect
                // biome-ignore lint/suspicious/noArrayIndexKey: boxes have no other key, and their order is the file's
                key={index}
                x={box.x - box.w / 2}
                y={box.y - box.h / 2}
                width={box.w}
                height={box.h}
                stroke={box.look?.colour}
                strokeDasharray={box.look?.dash}
              />
            ))}
          </svg>
          <BoxNames boxes={boxes} />
        </>
      )}
    </div>
  )
}

/**
 * Maximum side in pixels of a picture that is enlarged at least twofold. Its pixels stay sharp, because they show more
 * than interpolated ones.
 */
const COARSE = 200
