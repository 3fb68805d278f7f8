import type { Box } from '@tessera/contract'
import { useState } from 'react'
import { usePhrases } from '../../lib/i18n.ts'
import { kindPhrases } from '../phrases.ts'
import type { ClassLook } from './class-look.ts'
import styles from './pictures.module.css'

/** A box as it is drawn: what is written on it, and its line. */
export interface DrawnBox extends Omit<Box, 'class'> {
  text: string
  look: ClassLook | undefined
}

interface Props {
  url: string
  alt: string
  /** In pixels, so that the place is kept while it loads. */
  size?: { width: number; height: number } | null
  boxes: DrawnBox[]
  onBroken?: () => void
}

/** A picture with boxes over it, which stand on it as browsers show it: upright. */
export function BoxedImage({ url, alt, size, boxes, onBroken }: Props) {
  const t = usePhrases(kindPhrases)
  const [broken, setBroken] = useState<string | null>(null)
  if (broken === url) return <p role="alert">{t('picture.broken')}</p>
  return (
    <div className={styles.stage}>
      <img
        src={url}
        alt={alt}
        {...size}
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
                // biome-ignore lint/suspicious/noArrayIndexKey: boxes have no other name, and their order is the file's
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
          {boxes.map((box, index) => (
            <span
              // biome-ignore lint/suspicious/noArrayIndexKey: as above
              key={index}
              aria-hidden="true"
              className={styles.boxName}
              style={{
                left: `${100 * Math.max(0, box.x - box.w / 2)}%`,
                top: `${100 * Math.max(0, box.y - box.h / 2)}%`,
                background: box.look?.colour,
              }}
            >
              {box.text}
            </span>
          ))}
        </>
      )}
    </div>
  )
}
