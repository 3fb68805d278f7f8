import { useQuery } from '@tanstack/react-query'
import { usePhrases } from '../../../lib/i18n.ts'
import { Panel } from '../../../ui/index.ts'
import { recentUpdatesQuery } from '../api.ts'
import { UpdatesList } from '../detail/UpdatesList.tsx'
import { newsOf } from '../detail/UpdateText.tsx'
import { taskPhrases } from '../phrases.ts'

const SHOWN = 6

/** The latest updates in the party's tasks, newest first, each with a link to its task. */
export function RecentUpdates() {
  const t = usePhrases(taskPhrases)
  const updates = useQuery(recentUpdatesQuery())
  return (
    <Panel title={t('updates.title')}>
      <UpdatesList updates={updates} news={updates.data && newsOf(updates.data.records).slice(0, SHOWN)} namesTask />
    </Panel>
  )
}
