import type { DatasetDraft, ReadingNote } from '@tessera/contract'
import { Button, Select } from 'antd'
import { usePhrases } from '../../lib/i18n.ts'
import { uploadPhrases } from './phrases.ts'
import styles from './upload.module.css'
import { readOtherwise, useCurrentUpload } from './uploads.ts'

interface Props {
  draft: DatasetDraft
  note: ReadingNote
}

/**
 * Buttons for other ways to read the data to which a note refers. The edge reads the stored archive again, so the file
 * is not sent again.
 */
export function OtherWays({ draft, note }: Props) {
  const t = usePhrases(uploadPhrases)
  const upload = useCurrentUpload()
  const ways = note.ways?.filter(isWay) ?? []
  if (!upload || draft.uploadId === undefined || ways.length === 0) return null
  return (
    <div className={styles.ways}>
      {ways.map((way) => (
        <Button
          key={way}
          size="small"
          className={styles.wayOut ?? ''}
          onClick={() => void readOtherwise(upload, note, way)}
        >
          {way === 'numbers' && note.becomes !== undefined
            ? t('way.numbers.example', { value: note.value, becomes: note.becomes })
            : t(`way.${way}`)}
        </Button>
      ))}
    </div>
  )
}

const WAYS = [
  ...(['missing', 'numbers', 'numbers-only', 'dates', 'dates-day-first', 'dates-month-first', 'left-out'] as const),
  ...(['no-header'] as const),
] as const
const isWay = (way: string): way is (typeof WAYS)[number] => (WAYS as readonly string[]).includes(way)

/** Chooses another encoding. The most likely ones are first in the list. */
export function OtherEncoding({ draft, note }: Props) {
  const t = usePhrases(uploadPhrases)
  const upload = useCurrentUpload()
  if (!upload || draft.uploadId === undefined || !note.ways) return null
  return (
    <Select
      className={styles.encoding ?? ''}
      aria-label={t('way.encoding')}
      placeholder={t('way.encoding')}
      options={note.ways.map((value) => ({ value, label: value }))}
      onChange={(encoding: string) => void readOtherwise(upload, note, encoding)}
    />
  )
}
