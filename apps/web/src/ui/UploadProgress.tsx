import { Button, Flex, Progress, Typography } from 'antd'
import { secondsLeft, useActivities } from '../lib/activity.ts'
import type { CurrentUpload } from '../lib/current-upload.ts'
import { useFormat } from '../lib/format.ts'
import { usePhrases } from '../lib/i18n.ts'
import { useNow } from '../lib/use-now.ts'
import { uiPhrases } from './phrases.ts'

interface Props {
  upload: Omit<CurrentUpload<unknown>, 'draft'>
  /** A text that explains what happens with the file after it has been sent. */
  reading: string
  /**
   * Called when the user hides the progress of the upload, which continues in the background. Absent if the upload
   * cannot continue in the background.
   */
  onHide?: () => void
}

/** Shows amount, speed and time left of an upload, with buttons to hide or cancel it. */
export function UploadProgress({ upload, reading, onHide }: Props) {
  const t = usePhrases(uiPhrases)
  const format = useFormat()
  const activity = useActivities().find(({ id }) => id === upload.activityId)
  const left = activity ? secondsLeft(activity) : null
  const { loaded, total } = upload.amount
  return (
    <Flex vertical gap={12}>
      <Typography.Text strong>{upload.fileName}</Typography.Text>
      <Progress
        percent={total > 0 ? Math.floor((loaded / total) * 100) : 0}
        status="active"
        aria-label={t('upload.running', { name: upload.fileName })}
      />
      <div className="t-row t-soft t-num">
        {upload.status === 'reading' ? (
          <ReadingTime text={reading} since={upload.readingSince} />
        ) : (
          <>
            {upload.status === 'hashing' && <span role="status">{t('upload.hashing')}</span>}
            <span>{t('upload.progress', { done: format.size(loaded), total: format.size(total) })}</span>
            {activity && activity.bytesPerSecond > 0 && (
              <span>{t('upload.speed', { speed: format.size(Math.round(activity.bytesPerSecond)) })}</span>
            )}
            {left !== null && <span>{t('upload.left', { time: format.duration(left * 1000) })}</span>}
          </>
        )}
      </div>
      {onHide && <Typography.Text type="secondary">{t('upload.leave')}</Typography.Text>}
      <Flex justify="flex-end" gap={8}>
        <Button onClick={upload.cancel}>{t('upload.cancel')}</Button>
        {onHide && (
          <Button type="primary" onClick={onHide}>
            {t('upload.hide')}
          </Button>
        )}
      </Flex>
    </Flex>
  )
}

/**
 * Shows a running clock while the server reads the file: the progress is unknown, and users must see that work
 * continues.
 */
function ReadingTime({ text, since }: { text: string; since: number | null }) {
  const format = useFormat()
  const now = useNow(true)
  return (
    <>
      <span role="status">{text}</span>
      <span>{format.duration(since === null ? 0 : now - since)}</span>
    </>
  )
}
