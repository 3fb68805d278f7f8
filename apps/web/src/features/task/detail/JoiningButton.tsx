import { useQueryClient } from '@tanstack/react-query'
import { MIN_PARTIES, type TaskDetail, WAIT_BOUNDS, WAIT_MINUTES } from '@tessera/contract'
import { Button, InputNumber, Modal } from 'antd'
import { useId, useState } from 'react'
import { usePhrases } from '../../../lib/i18n.ts'
import { useMutation } from '../../../lib/mutation.ts'
import { AskingButton, ErrorNote } from '../../../ui/index.ts'
import { closeJoining, reopenJoining } from '../api.ts'
import { taskPhrases } from '../phrases.ts'

/** Closes joining, so that the parties can sign; or reopens joining, which voids all signatures. */
export function JoiningButton({ task }: { task: TaskDetail }) {
  if (task.abilities.closeJoining && task.partyCount >= MIN_PARTIES) return <CloseButton task={task} />
  if (task.abilities.reopenJoining) return <ReopenButton task={task} />
  return null
}

function CloseButton({ task }: { task: TaskDetail }) {
  const t = usePhrases(taskPhrases)
  const field = useId()
  const client = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  const [chosen, setChosen] = useState<number | null>(null)
  const fewest = chosen ?? task.partyCount
  const waitField = useId()
  const [waitMinutes, setWaitMinutes] = useState<number>(WAIT_MINUTES)
  const close = useMutation({
    mutationFn: () => closeJoining(task.id, { fewest, waitMinutes }),
    onSuccess: () => {
      setOpen(false)
      void client.invalidateQueries({ queryKey: ['task', task.id] })
    },
  })
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t('joining.close')}</Button>
      <Modal
        open={isOpen}
        title={t('joining.close.title')}
        okText={t('joining.close')}
        confirmLoading={close.isPending}
        onOk={() => close.mutate()}
        onCancel={() => setOpen(false)}
        width={480}
      >
        <div className="t-stack">
          <p>{t('joining.close.explain', { count: task.partyCount })}</p>
          <div>
            <div className="t-row">
              <label htmlFor={field}>{t('joining.fewest')}</label>
              <InputNumber
                id={field}
                min={MIN_PARTIES}
                max={task.partyCount}
                precision={0}
                value={fewest}
                onChange={setChosen}
              />
            </div>
            <p className="t-soft">{t('joining.fewest.help')}</p>
          </div>
          <div>
            <div className="t-row">
              <label htmlFor={waitField}>{t('joining.wait')}</label>
              <InputNumber
                id={waitField}
                min={WAIT_BOUNDS.least}
                max={WAIT_BOUNDS.most}
                precision={0}
                value={waitMinutes}
                onChange={(minutes) => setWaitMinutes(minutes ?? WAIT_MINUTES)}
              />
            </div>
            <p className="t-soft">{t('joining.wait.help')}</p>
          </div>
          <ErrorNote error={close.error} />
        </div>
      </Modal>
    </>
  )
}

function ReopenButton({ task }: { task: TaskDetail }) {
  const t = usePhrases(taskPhrases)
  const client = useQueryClient()
  return (
    <AskingButton
      label={t('joining.reopen')}
      title={t('joining.reopen.title')}
      consequence={t('joining.reopen.consequence')}
      act={() => reopenJoining(task.id)}
      onDone={() => void client.invalidateQueries({ queryKey: ['task', task.id] })}
    />
  )
}
