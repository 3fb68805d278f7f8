import { useQueryClient } from '@tanstack/react-query'
import { JOIN_NOTE_MAX, type Registration, type TaskDetail } from '@tessera/contract'
import { Alert, App, Button, Input } from 'antd'
import { useId, useState } from 'react'
import { usePhrases } from '../../../lib/i18n.ts'
import { useMutation } from '../../../lib/mutation.ts'
import { useSession } from '../../../lib/session.ts'
import { ErrorNote, Facts, Panel, StatusTag } from '../../../ui/index.ts'
import { joinTask } from '../api.ts'
import { TasksNeedParty } from '../EnvironmentGate.tsx'
import { taskPhrases } from '../phrases.ts'
import { useChoiceTexts } from '../use-choice-texts.ts'
import { AnswerForm } from './AnswerForm.tsx'

/**
 * Lets a party that does not take part answer an invitation, join, or apply with a note; or explains why it can do none
 * of these.
 */
export function JoinPanel({ task, mine }: { task: TaskDetail; mine: Registration | null }) {
  const t = usePhrases(taskPhrases)
  const { party } = useSession()
  const { join, apply, answerInvitation } = task.abilities
  return (
    <Panel title={t(answerInvitation ? 'invited.title' : 'join.title')}>
      <div className="t-stack">
        <Needs task={task} />
        {mine?.status === 'rejected' && <Alert type="warning" showIcon title={t('join.rejected')} />}
        {!party ? (
          <TasksNeedParty />
        ) : answerInvitation ? (
          <AnswerForm task={task} />
        ) : join || apply ? (
          <JoinForm taskId={task.id} isApplication={!join} />
        ) : (
          <p className="t-soft">{t(task.visibility === 'private' ? 'join.private' : 'join.closed')}</p>
        )}
      </div>
    </Panel>
  )
}

function Needs({ task }: { task: TaskDetail }) {
  const t = usePhrases(taskPhrases)
  const { columns, algorithm } = useChoiceTexts(task)
  if (!columns && !algorithm) return null
  return (
    <section aria-label={t('join.brings')}>
      <h3 className="task-subtitle">{t('join.brings')}</h3>
      <Facts
        items={[
          { term: t('prepare.columns'), value: columns },
          { term: t('create.algorithm'), value: algorithm },
        ]}
      />
    </section>
  )
}

function JoinForm({ taskId, isApplication }: { taskId: string; isApplication: boolean }) {
  const t = usePhrases(taskPhrases)
  const noteId = useId()
  const { message } = App.useApp()
  const client = useQueryClient()
  const [note, setNote] = useState('')
  const join = useMutation({
    mutationFn: () => joinTask(taskId, note.trim()),
    onSuccess: () => {
      message.success(t(isApplication ? 'join.applied' : 'join.joined'))
      return client.invalidateQueries({ queryKey: ['task', taskId] })
    },
  })
  return (
    <form
      className="t-stack"
      onSubmit={(event) => {
        event.preventDefault()
        join.mutate()
      }}
    >
      <p>{t(isApplication ? 'join.apply' : 'join.public')}</p>
      {isApplication && (
        <div>
          <label htmlFor={noteId}>{t('join.note')}</label>
          <Input.TextArea
            id={noteId}
            rows={3}
            maxLength={JOIN_NOTE_MAX}
            showCount
            value={note}
            onChange={(event) => setNote(event.target.value)}
          />
        </div>
      )}
      <ErrorNote error={join.error} />
      <div>
        <Button type="primary" htmlType="submit" loading={join.isPending}>
          {t(isApplication ? 'join.submit.apply' : 'join.submit')}
        </Button>
      </div>
    </form>
  )
}

export function ApplyingPanel({ task, note }: { task: TaskDetail; note: string }) {
  const t = usePhrases(taskPhrases)
  return (
    <Panel title={t('applying.title')} extra={<StatusTag tone="waiting" text={t('applying.title')} />}>
      <p>{t('applying.text', { initiator: task.partyName })}</p>
      {note && <p className="t-soft">{t('applications.note', { note })}</p>}
    </Panel>
  )
}
