import { useQueryClient } from '@tanstack/react-query'
import type { TaskDetail } from '@tessera/contract'
import { App, Button } from 'antd'
import { usePhrases } from '../../../lib/i18n.ts'
import { useMutation } from '../../../lib/mutation.ts'
import { useGo } from '../../../lib/navigation.ts'
import { paths } from '../../../lib/paths.ts'
import { ErrorNote } from '../../../ui/index.ts'
import { answerInvitation } from '../api.ts'
import { taskPhrases } from '../phrases.ts'

/** Lets an invited party accept or decline the invitation. */
export function AnswerForm({ task }: { task: TaskDetail }) {
  const t = usePhrases(taskPhrases)
  const { message } = App.useApp()
  const go = useGo()
  const client = useQueryClient()
  const answer = useMutation({
    mutationFn: (verdict: 'approve' | 'reject') => answerInvitation(task.id, verdict),
    onSuccess: (_none, verdict) => {
      message.success(t(verdict === 'approve' ? 'join.joined' : 'invited.declined'))
      // A party that declined a private task can no longer see it.
      if (verdict === 'reject' && task.visibility === 'private') return go(paths.home(), { replace: true })
      return client.invalidateQueries({ queryKey: ['task', task.id] })
    },
  })
  return (
    <div className="t-stack">
      <p>{t('invited.text', { initiator: task.partyName })}</p>
      <ErrorNote error={answer.error} />
      <div className="t-row">
        <Button
          type="primary"
          loading={answer.isPending && answer.variables === 'approve'}
          disabled={answer.isPending}
          onClick={() => answer.mutate('approve')}
        >
          {t('invited.accept')}
        </Button>
        <Button
          loading={answer.isPending && answer.variables === 'reject'}
          disabled={answer.isPending}
          onClick={() => answer.mutate('reject')}
        >
          {t('invited.decline')}
        </Button>
      </div>
    </div>
  )
}
