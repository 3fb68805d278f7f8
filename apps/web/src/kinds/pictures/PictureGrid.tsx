import { classCounts } from '@tessera/contract'
import { Table, type TableColumnsType } from 'antd'
import { useState } from 'react'
import { useFormat } from '../../lib/format.ts'
import { usePhrases } from '../../lib/i18n.ts'
import { ScrollX } from '../../ui/ScrollX.tsx'
import type { Answer, RowsPage } from '../answer.ts'
import { kindPhrases } from '../phrases.ts'
import { type Ticks, tickColumns } from '../ticks.tsx'
import { classLooks } from './class-look.ts'
import { PictureLabels } from './PictureLabels.tsx'
import { PicturePreview } from './PicturePreview.tsx'
import type { Picture, PictureAddress } from './picture-row.ts'
import styles from './pictures.module.css'
import { Thumbnail } from './Thumbnail.tsx'
import { usePictures } from './use-pictures.ts'

export type PictureLook = 'grid' | 'table'

interface Props {
  /** The name of the dataset. */
  name: string
  rows: Answer<RowsPage>
  labelColumns: string[]
  addressOf: PictureAddress
  look: PictureLook
  /** The selection of rows, shown as checkboxes in the table. */
  ticks?: Ticks
}

/** A page of pictures with their labels, as a grid or a table. A click shows a picture in full size. */
export function PictureGrid({ name, rows, labelColumns, addressOf, look, ticks }: Props) {
  const t = usePhrases(kindPhrases)
  const format = useFormat()
  const { pictures, onBroken } = usePictures(rows, labelColumns, addressOf)
  const [at, setAt] = useState<number | null>(null)
  const looks = classLooks(pictures.flatMap(({ boxes }) => boxes.map((box) => box.class)))
  const alt = ({ name: own, labels, boxes }: Picture) => {
    const parts = [...labels, ...classCounts(boxes).map(([of, count]) => t('picture.class', { name: of, count }))]
    return parts.length > 0 ? t('picture.alt', { name: own, labels: parts.join(t('list.and')) }) : own
  }
  const hasSizes = pictures.some(({ width, bytes }) => width !== null || bytes !== null)
  const sizes: TableColumnsType<Picture> = [
    {
      title: t('picture.pixels'),
      width: 130,
      render: (_value, { width, height }) => (width && height ? t('picture.size', { width, height }) : '–'),
    },
    {
      title: t('picture.bytes'),
      width: 110,
      align: 'right',
      render: (_value, { bytes }) => (bytes === null ? '–' : format.size(bytes)),
    },
  ]
  const thumbnail = (picture: Picture, index: number) => (
    <Thumbnail picture={picture} alt={alt(picture)} onOpen={() => setAt(index)} onBroken={onBroken} />
  )
  const labels = ({ labels: own, boxes }: Picture) => <PictureLabels labels={own} classes={classCounts(boxes)} />

  return (
    <>
      {look === 'table' ? (
        <ScrollX>
          <Table<Picture>
            size="small"
            aria-label={t('pictures.of', { name })}
            rowKey="id"
            dataSource={pictures}
            pagination={false}
            style={{ minWidth: 640 }}
            columns={[
              ...tickColumns(ticks, pictures, {
                id: ({ id }) => id,
                name: (one) => t('tick.picture', { name: one.name }),
              }),
              {
                title: t('picture.picture'),
                width: 124,
                render: (_value, picture, index) => thumbnail(picture, index),
              },
              { title: t('picture.name'), dataIndex: 'name' },
              { title: t('picture.labels'), render: (_value, picture) => labels(picture) },
              ...(hasSizes ? sizes : []),
            ]}
          />
        </ScrollX>
      ) : (
        <ul className={styles.grid}>
          {pictures.map((picture, index) => (
            <li key={picture.id} className={styles.tile}>
              {thumbnail(picture, index)}
              <span className={styles.name} title={picture.name}>
                {picture.name}
              </span>
              <span className={styles.tags}>{labels(picture)}</span>
            </li>
          ))}
        </ul>
      )}
      <PicturePreview pictures={pictures} at={at} alt={alt} looks={looks} onMove={setAt} onBroken={onBroken} />
    </>
  )
}
