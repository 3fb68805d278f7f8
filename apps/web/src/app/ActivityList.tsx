import { SwapOutlined } from '@ant-design/icons'
import { Badge, Button, Popover, Progress } from 'antd'
import { type Activity, cancelActivity, clearFinishedActivities, secondsLeft, useActivities } from '../lib/activity.ts'
import { useFormat } from '../lib/format.ts'
import { useErrorText, usePhrases } from '../lib/i18n.ts'
import { AppLink } from '../ui/AppLink.tsx'
import { appPhrases } from './phrases.ts'

/**
 * Long-running activities, visible on every page: progress, speed, time left, cancel. Renders nothing if there are no
 * activities.
 */
export function ActivityList() {
  const t = usePhrases(appPhrases)
  const activities = useActivities()
  if (activities.length === 0) return null
  const running = activities.filter(({ status }) => status === 'running').length
  return (
    <Popover trigger="click" placement="bottomRight" title={t('activities')} content={<List activities={activities} />}>
      <Button
        type="text"
        aria-label={t('activities')}
        icon={
          <Badge count={running} size="small" color="var(--t-accent)" offset={[2, -2]}>
            <SwapOutlined rotate={90} className="t-bar-icon" />
          </Badge>
        }
      />
    </Popover>
  )
}

function List({ activities }: { activities: readonly Activity[] }) {
  const t = usePhrases(appPhrases)
  return (
    <div className="t-notices">
      <ul>
        {activities.map((activity) => (
          <Item key={activity.id} activity={activity} />
        ))}
      </ul>
      {activities.some(({ status }) => status !== 'running') && (
        <Button type="text" block onClick={clearFinishedActivities}>
          {t('clear')}
        </Button>
      )}
    </div>
  )
}

function Item({ activity }: { activity: Activity }) {
  const t = usePhrases(appPhrases)
  const isRunning = activity.status === 'running'
  const percent = activity.total > 0 ? Math.floor((activity.loaded / activity.total) * 100) : 0
  return (
    <li className="t-notice">
      <p>{typeof activity.title === 'string' ? activity.title : activity.title()}</p>
      {isRunning && <Progress percent={percent} size="small" showInfo={activity.total > 0} />}
      <div className="t-row">
        <ActivityState activity={activity} />
        <span className="t-notice-actions">
          {isRunning && activity.canCancel && (
            <Button size="small" onClick={() => cancelActivity(activity.id)}>
              {t('cancel')}
            </Button>
          )}
          {activity.path && <AppLink to={activity.path}>{t('show')}</AppLink>}
        </span>
      </div>
    </li>
  )
}

function ActivityState({ activity }: { activity: Activity }) {
  const t = usePhrases(appPhrases)
  const f = useFormat()
  const say = useErrorText()
  const { status, loaded, total, bytesPerSecond } = activity
  if (status === 'failed') return <span role="alert">{`${t('activityFailed')}: ${say(activity.error)}`}</span>
  if (status !== 'running') return <span>{t(status === 'done' ? 'activityDone' : 'activityCancelled')}</span>
  const left = secondsLeft(activity)
  if (activity.countsPercent) {
    return <span className="t-soft t-num">{left !== null && t('activityTime', { left: f.duration(left * 1000) })}</span>
  }
  const amount = { loaded: f.size(loaded), total: f.size(total), speed: f.size(bytesPerSecond) }
  return (
    <span className="t-soft t-num">
      {left === null ? t('activityAmount', amount) : t('activityLeft', { ...amount, left: f.duration(left * 1000) })}
    </span>
  )
}
