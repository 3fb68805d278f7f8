import { useQueryClient } from '@tanstack/react-query'
import type { Registration } from '@tessera/contract'
import { App, Button } from 'antd'
import { useEffect, useRef } from 'react'
import { usePhrases } from '../../../lib/i18n.ts'
import { useMutation } from '../../../lib/mutation.ts'
import { useQueryParams } from '../../../lib/navigation.ts'
import { ErrorNote, Panel, PartyTile } from '../../../ui/index.ts'
import { review } from '../api.ts'
import { taskPhrases } from '../phrases.ts'

/** Lists the parties that have applied to take part, for the initiator to decide. */
export function ApplicationsPanel({ applications }: { applications: Registration[] }) {
  const t = usePhrases(taskPhrases)
  const { at } = useQueryParams()
  const block = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (at === 'applications') block.current?.scrollIntoView({ block: 'center' })
  }, [at])
  return (
    <div ref={block}>
      <Panel title={t('applications.title')} extra={<span className="t-soft t-num">{applications.length}</span>}>
        <ul className="task-parties" aria-label={t('applications.title')}>
          {applications.map((application) => (
            <Application key={application.id} application={application} />
          ))}
        </ul>
      </Panel>
    </div>
  )
}

function Application({ application }: { application: Registration }) {
  const t = usePhrases(taskPhrases)
  const { message } = App.useApp()
  const client = useQueryClient()
  const party = application.partyName
  const decide = useMutation({
    mutationFn: (verdict: 'approve' | 'reject') => review(application.id, verdict),
    onSuccess: (_none, verdict) => {
      message.success(t(verdict === 'approve' ? 'applications.approved' : 'applications.rejected', { party }))
      return client.invalidateQueries({ queryKey: ['task', application.taskId] })
    },
  })
  const isPending = (verdict: string) => decide.isPending && decide.variables === verdict
  return (
    <li>
      <PartyTile partyId={application.partyId} size={36} />
      <div className="t-grow task-party">
        <strong>{party}</strong>
        <p className="t-soft">
          {application.note ? t('applications.note', { note: application.note }) : t('applications.noNote')}
        </p>
        <ErrorNote error={decide.error} />
        <div className="t-row">
          <Button
            type="primary"
            size="small"
            loading={isPending('approve')}
            disabled={decide.isPending}
            aria-label={t('applications.approve.label', { party })}
            onClick={() => decide.mutate('approve')}
          >
            {t('applications.approve')}
          </Button>
          <Button
            size="small"
            loading={isPending('reject')}
            disabled={decide.isPending}
            aria-label={t('applications.reject.label', { party })}
            onClick={() => decide.mutate('reject')}
          >
            {t('applications.reject')}
          </Button>
        </div>
      </div>
    </li>
  )
}
