import { useQuery } from '@tanstack/react-query'
import { MAX_PAGE_SIZE } from '@tessera/contract/wire'
import { Button } from 'antd'
import { useState } from 'react'
import { usePhrases } from '../../../lib/i18n.ts'
import { Panel } from '../../../ui/index.ts'
import { UPDATES_SHOWN, updatesQuery } from '../api.ts'
import { taskPhrases } from '../phrases.ts'
import { UpdatesList } from './UpdatesList.tsx'
import { newsOf } from './UpdateText.tsx'

const MORE_UPDATES = 20

/** What happened in the task, the newest first; what is earlier on demand. */
export function UpdatesPanel({ taskId }: { taskId: string }) {
  const t = usePhrases(taskPhrases)
  const [shown, setShown] = useState(UPDATES_SHOWN)
  const updates = useQuery(updatesQuery(taskId, shown))
  return (
    <Panel title={t('updates.title')}>
      <UpdatesList updates={updates} news={updates.data && newsOf(updates.data.records)} />
      {updates.data && updates.data.total > shown && shown < MAX_PAGE_SIZE && (
        <Button
          type="link"
          loading={updates.isFetching}
          onClick={() => setShown(Math.min(shown + MORE_UPDATES, MAX_PAGE_SIZE))}
        >
          {t('updates.more')}
        </Button>
      )}
    </Panel>
  )
}
