import { useQuery } from '@tanstack/react-query'
import { type DatasetDraft, dataKindOf } from '@tessera/contract'
import { Skeleton } from 'antd'
import type { ReactNode } from 'react'
import { PictureGrid } from '../../kinds/pictures/PictureGrid.tsx'
import { FirstRows } from '../../kinds/tables/FirstRows.tsx'
import { TextList } from '../../kinds/texts/TextList.tsx'
import { usePhrases } from '../../lib/i18n.ts'
import { firstView } from '../../lib/row-view.ts'
import { ErrorNote } from '../../ui/index.ts'
import { ownPictureUrl, rowsQuery } from '../own-rows.ts'
import { uploadPhrases } from './phrases.ts'
import styles from './upload.module.css'

const PICTURES = 10
const TEXTS = 3
const ROWS = 5

/** Shows the first rows, pictures or texts of a draft. A graph has no preview here. */
export function FirstLook({ draft }: { draft: DatasetDraft }) {
  const { hasPictures, profilesColumns, textColumn } = dataKindOf(draft.contentType)
  if (profilesColumns) return <Rows draft={draft} />
  if (textColumn !== null) return <Texts draft={draft} />
  return hasPictures ? <Pictures draft={draft} /> : null
}

function Rows({ draft }: { draft: DatasetDraft }) {
  const rows = useFirstRows(draft, ROWS)
  return (
    <Look rows={rows}>
      <FirstRows draft={draft} rows={rows.data?.rows ?? []} />
    </Look>
  )
}

function Pictures({ draft }: { draft: DatasetDraft }) {
  const rows = useFirstRows(draft, PICTURES)
  return (
    <Look rows={rows}>
      <PictureGrid
        name={draft.name}
        rows={rows}
        labelColumns={draft.labelColumns}
        addressOf={ownPictureUrl}
        look="grid"
      />
    </Look>
  )
}

function Texts({ draft }: { draft: DatasetDraft }) {
  const rows = useFirstRows(draft, TEXTS)
  return (
    <Look rows={rows}>
      <TextList rows={rows.data?.rows ?? []} labelColumns={draft.labelColumns} />
    </Look>
  )
}

const useFirstRows = ({ tableName }: DatasetDraft, pageSize: number) =>
  useQuery(rowsQuery(tableName, firstView(pageSize)))

function Look({ rows, children }: { rows: ReturnType<typeof useFirstRows>; children: ReactNode }) {
  const t = usePhrases(uploadPhrases)
  return (
    <section className={styles.section}>
      <h3>{t('review.look')}</h3>
      {rows.isError ? (
        <ErrorNote error={rows.error} onRetry={rows.refetch} />
      ) : rows.data ? (
        children
      ) : (
        <Skeleton active paragraph={{ rows: 3 }} />
      )}
    </section>
  )
}
