import { useQuery } from '@tanstack/react-query'
import type { TaskDetail } from '@tessera/contract'
import { Button } from 'antd'
import { useState } from 'react'
import { usePhrases } from '../../../lib/i18n.ts'
import { StatusTag } from '../../../ui/index.ts'
import { differencesQuery } from '../data-api.ts'
import { taskPhrases } from '../phrases.ts'
import { CompareError, isWaiting } from './CompareError.tsx'
import { DifferencesDialog } from './DifferencesDialog.tsx'

interface Props {
  task: TaskDetail
  datasetId: string
  onChooseAgain: () => void
}

/** Reports whether a participant's rows match the initiator's format. If not, shows both formats side by side. */
export function FormatCheck({ task, datasetId, onChooseAgain }: Props) {
  const t = usePhrases(taskPhrases)
  const [isOpen, setOpen] = useState(false)
  const check = useQuery(differencesQuery(task.id, datasetId))
  // A line is always shown, so that the content below it does not move when the result arrives.
  if (check.isPending) return <StatusTag tone="neutral" text={t('compare.checking')} />
  if (check.isError) {
    if (isWaiting(check.error)) return <p className="t-soft">{t('prepare.dataset.waiting')}</p>
    return <CompareError error={check.error} onRetry={() => void check.refetch()} />
  }
  const { differences } = check.data
  if (differences.length === 0) return <StatusTag tone="success" text={t('compare.matches')} />
  return (
    <div className="t-row">
      <StatusTag tone="error" text={t('compare.differs', { count: differences.length })} />
      <Button size="small" onClick={() => setOpen(true)}>
        {t('compare.open')}
      </Button>
      <DifferencesDialog
        open={isOpen}
        task={task}
        comparison={check.data}
        onClose={() => setOpen(false)}
        onChooseAgain={() => {
          setOpen(false)
          onChooseAgain()
        }}
      />
    </div>
  )
}
