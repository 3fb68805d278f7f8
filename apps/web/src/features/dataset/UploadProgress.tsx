import { Button, Flex, Progress, Typography } from 'antd'
import { secondsLeft, useActivities } from '../../lib/activity.ts'
import { useFormat } from '../../lib/format.ts'
import { usePhrases } from '../../lib/i18n.ts'
import { useNow } from '../../lib/use-now.ts'
import styles from './dataset.module.css'
import { phrases } from './phrases.ts'
import type { Upload } from './uploads.ts'

/** Amount, speed and time left; may be hidden or cancelled. */
export function UploadProgress({ upload, onHide }: { upload: Upload; onHide: () => void }) {
  const t = usePhrases(phrases)
  const format = useFormat()
  const activity = useActivities().find(({ id }) => id === upload.activityId)
  const left = activity ? secondsLeft(activity) : null
  const { loaded, total } = upload.amount
  const isReading = upload.status === 'reading'
  return (
    <Flex vertical gap={12}>
      <Typography.Text strong>{upload.fileName}</Typography.Text>
      <Progress
        percent={total > 0 ? Math.floor((loaded / total) * 100) : 0}
        status="active"
        aria-label={t('upload.running', { name: upload.fileName })}
      />
      <div className={styles.progressLine}>
        {isReading ? (
          <ReadingTime since={upload.readingSince} />
        ) : (
          <>
            <span>{t('upload.progress', { done: format.size(loaded), total: format.size(total) })}</span>
            {activity && activity.bytesPerSecond > 0 && (
              <span>{t('upload.speed', { speed: format.size(Math.round(activity.bytesPerSecond)) })}</span>
            )}
            {left !== null && <span>{t('upload.left', { time: format.duration(left * 1000) })}</span>}
          </>
        )}
      </div>
      <Typography.Text type="secondary">{t('upload.leave')}</Typography.Text>
      <Flex justify="flex-end" gap={8}>
        <Button onClick={upload.cancel}>{t('upload.cancel')}</Button>
        <Button type="primary" onClick={onHide}>
          {t('upload.hide')}
        </Button>
      </Flex>
    </Flex>
  )
}

/** The edge does not say how far it is, so its clock shows that it goes on. */
function ReadingTime({ since }: { since: number | null }) {
  const t = usePhrases(phrases)
  const format = useFormat()
  const now = useNow(true)
  return (
    <>
      <span role="status">{t('upload.reading')}</span>
      <span>{format.duration(since === null ? 0 : now - since)}</span>
    </>
  )
}
