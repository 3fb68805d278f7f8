import type { TaskDetail } from '@tessera/contract'
import { Button } from 'antd'
import { useState } from 'react'
import { usePhrases } from '../../../lib/i18n.ts'
import { taskPhrases } from '../phrases.ts'
import { CreateTaskDialog } from './CreateTaskDialog.tsx'

interface Props {
  task: TaskDetail
  onCreated: (taskId: string) => void
}

/**
 * Creates a training task with the columns of a descriptive task. Offered only to the party that initiated the
 * descriptive task.
 */
export function CreateFromButton({ task, onCreated }: Props) {
  const t = usePhrases(taskPhrases)
  const [isOpen, setOpen] = useState(false)
  if (task.role !== 'initiator' || !task.columnSelection) return null
  return (
    <>
      <Button type="primary" onClick={() => setOpen(true)}>
        {t('create.from')}
      </Button>
      <CreateTaskDialog open={isOpen} onClose={() => setOpen(false)} onCreated={onCreated} from={task} />
    </>
  )
}
