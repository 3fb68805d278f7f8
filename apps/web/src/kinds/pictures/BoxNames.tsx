import type { Box } from '@tessera/contract'
import { useEffect, useRef, useState } from 'react'
import type { ClassLook } from './class-look.ts'
import { type NamePlace, namePlaces } from './name-places.ts'
import styles from './pictures.module.css'

/** A box to draw, with its text and its line style. */
export interface DrawnBox extends Omit<Box, 'class'> {
  text: string
  look: ClassLook | undefined
}

/** A layer over a picture with the texts of its boxes, placed again when the picture or the boxes change. */
export function BoxNames({ boxes }: { boxes: DrawnBox[] }) {
  const layer = useRef<HTMLDivElement>(null)
  const [places, setPlaces] = useState<NamePlace[]>([])
  useEffect(() => {
    const element = layer.current
    if (!element) return
    const observer = new ResizeObserver(() => {
      setPlaces(namePlaces(boxes, Array.from(element.children, sidesOf), sidesOf(element)))
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [boxes])
  return (
    <div ref={layer} aria-hidden="true" className={styles.names}>
      {boxes.map(({ text, look }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: boxes have no other key, and their order is the file's
        <span key={index} style={{ ...places[index], background: look?.colour }}>
          {text}
        </span>
      ))}
    </div>
  )
}

const sidesOf = ({ clientWidth: width, clientHeight: height }: Element) => ({ width, height })
