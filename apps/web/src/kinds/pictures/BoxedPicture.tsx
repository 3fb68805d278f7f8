import { useState } from 'react'
import { usePhrases } from '../../lib/i18n.ts'
import { kindPhrases } from '../phrases.ts'
import type { ClassLook } from './class-look.ts'
import type { Picture } from './picture-row.ts'
import styles from './pictures.module.css'

interface Props {
  picture: Picture
  alt: string
  looks: ReadonlyMap<string, ClassLook>
  onBroken: () => void
}

/** A picture in full with its boxes: each has its class written on it. */
export function BoxedPicture({ picture, alt, looks, onBroken }: Props) {
  const t = usePhrases(kindPhrases)
  const [broken, setBroken] = useState<string | null>(null)
  const { url, width, height, boxes } = picture
  if (broken === url) return <p role="alert">{t('picture.broken')}</p>
  return (
    <div className={styles.stage}>
      <img
        src={url}
        alt={alt}
        {...(width && height && { width, height })}
        onError={() => {
          setBroken(url)
          onBroken()
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
                stroke={looks.get(box.class)?.colour}
                strokeDasharray={looks.get(box.class)?.dash}
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
                background: looks.get(box.class)?.colour,
              }}
            >
              {box.class}
            </span>
          ))}
        </>
      )}
    </div>
  )
}
