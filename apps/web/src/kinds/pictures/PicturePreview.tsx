import { LeftOutlined, RightOutlined } from '@ant-design/icons'
import { classCounts } from '@tessera/contract'
import { Button, Modal } from 'antd'
import { useEffect } from 'react'
import { useFormat } from '../../lib/format.ts'
import { usePhrases } from '../../lib/i18n.ts'
import { kindPhrases } from '../phrases.ts'
import { BoxedPicture } from './BoxedPicture.tsx'
import type { ClassLook } from './class-look.ts'
import { PictureLabels } from './PictureLabels.tsx'
import type { Picture } from './picture-row.ts'
import styles from './pictures.module.css'

interface Props {
  pictures: Picture[]
  /** The index of the picture that is shown, or null while the preview is closed. */
  at: number | null
  alt: (picture: Picture) => string
  looks: ReadonlyMap<string, ClassLook>
  onMove: (at: number | null) => void
  onBroken: () => void
}

/** Shows one picture in full size. The arrow keys move to its neighbours, and Escape closes the preview. */
export function PicturePreview({ pictures, at, alt, looks, onMove, onBroken }: Props) {
  const t = usePhrases(kindPhrases)
  const format = useFormat()
  const picture = at === null ? undefined : pictures[at]
  const previous = at !== null && at > 0 ? at - 1 : null
  const next = at !== null && at < pictures.length - 1 ? at + 1 : null

  useEffect(() => {
    if (at === null) return
    const turn = ({ key }: KeyboardEvent) => {
      const to = key === 'ArrowLeft' ? previous : key === 'ArrowRight' ? next : null
      if (to !== null) onMove(to)
    }
    window.addEventListener('keydown', turn)
    return () => window.removeEventListener('keydown', turn)
  }, [at, previous, next, onMove])

  return (
    <Modal open={picture !== undefined} title={picture?.name} footer={null} width={1040} onCancel={() => onMove(null)}>
      {picture && (
        <div className="t-stack t-stack-tight">
          <BoxedPicture key={picture.id} picture={picture} alt={alt(picture)} looks={looks} onBroken={onBroken} />
          <div className={styles.caption}>
            <Button
              icon={<LeftOutlined />}
              aria-label={t('picture.previous')}
              disabled={previous === null}
              onClick={() => onMove(previous)}
            />
            <div className={styles.about} aria-live="polite">
              <PictureLabels labels={picture.labels} classes={classCounts(picture.boxes)} looks={looks} />
              <span className="t-soft">
                {picture.width && picture.height
                  ? t('picture.size', { width: picture.width, height: picture.height })
                  : null}{' '}
                {picture.bytes !== null && format.size(picture.bytes)}{' '}
                {t('picture.of', { at: (at ?? 0) + 1, count: pictures.length })}
              </span>
            </div>
            <Button
              icon={<RightOutlined />}
              aria-label={t('picture.next')}
              disabled={next === null}
              onClick={() => onMove(next)}
            />
          </div>
        </div>
      )}
    </Modal>
  )
}
