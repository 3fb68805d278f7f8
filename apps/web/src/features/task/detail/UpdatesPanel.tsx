import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { usePhrases } from '../../../lib/i18n.ts'
import { Panel } from '../../../ui/index.ts'
import { UPDATES_SHOWN, updatesQuery } from '../api.ts'
import { taskPhrases } from '../phrases.ts'
import { UpdatesList } from './UpdatesList.tsx'
import { newsOf } from './UpdateText.tsx'

/**
 * Returns how many more updates to load: 20 at first, then as many as are already shown, so that a few clicks reach the
 * first of 1,000 updates.
 */
const moreThan = (shown: number) => Math.max(20, shown)

/** The updates of a task, newest first. Earlier ones are loaded on request. */
export function UpdatesPanel({ taskId }: { taskId: string }) {
  const t = usePhrases(taskPhrases)
  const [shown, setShown] = useState(UPDATES_SHOWN)
  const updates = useQuery(updatesQuery(taskId, shown))
  return (
    <Panel title={t('updates.title')}>
      <UpdatesList updates={updates} news={updates.data && newsOf(updates.data.records)} />
      {updates.data && updates.data.total > shown && (
        <Button type="link" loading={updates.isFetching} onClick={() => setShown(shown + moreThan(shown))}>
          {t('updates.more')}
        </Button>
      )}
    </Panel>
  )
}
