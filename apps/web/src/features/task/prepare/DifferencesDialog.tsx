import { useQuery } from '@tanstack/react-query'
import { type ColumnMapping, selectedColumns, type TaskDetail } from '@tessera/contract'
import { Button, Modal } from 'antd'
import { useState } from 'react'
import { usePhrases } from '../../../lib/i18n.ts'
import { initiatorDatasetQuery } from '../data-api.ts'
import { taskPhrases } from '../phrases.ts'
import { DifferencesTable } from './DifferencesTable.tsx'
import { type Comparison, startingChoices, takenColumns, unmappedColumns } from './mapping.ts'

/** Maximum number of columns that are listed by name, because a table can lack thousands of columns. */
const MAX_NAMED = 8

interface Props {
  open: boolean
  task: TaskDetail
  comparison: Comparison
  onClose: () => void
  onChooseAgain: () => void
  /**
   * Offers the data with the party's own columns mapped to the task's. Without this callback, the differences are
   * read-only.
   */
  onAccept?: (mapping: ColumnMapping[]) => void
}

/**
 * Compares both formats side by side. For each column that differs, the user can choose one of the party's own columns.
 */
export function DifferencesDialog({ open, task, comparison, onClose, onChooseAgain, onAccept }: Props) {
  const t = usePhrases(taskPhrases)
  const [choices, setChoices] = useState(() => startingChoices(comparison))
  const initiator = useQuery({ ...initiatorDatasetQuery(task.id), enabled: open && onAccept !== undefined })
  const wanted = task.columnSelection ? selectedColumns(task.columnSelection) : (initiator.data?.columns ?? [])
  const unmapped = unmappedColumns(comparison, choices)
  const names = unmapped.slice(0, MAX_NAMED).join(t('list.separator'))
  return (
    <Modal
      open={open}
      title={t('compare.title')}
      onCancel={onClose}
      width={onAccept ? 760 : 560}
      footer={
        <>
          <Button type={onAccept ? 'default' : 'primary'} onClick={onChooseAgain}>
            {t('compare.again')}
          </Button>
          {onAccept && (
            <Button type="primary" disabled={unmapped.length > 0} onClick={() => onAccept(Object.values(choices))}>
              {t('compare.accept')}
            </Button>
          )}
        </>
      }
    >
      <div className="t-stack">
        <p>{t(onAccept ? 'compare.explain' : 'compare.explain.again')}</p>
        <DifferencesTable
          comparison={comparison}
          choices={choices}
          taken={takenColumns(comparison, wanted, choices)}
          {...(onAccept && { onChange: setChoices })}
        />
        {onAccept && unmapped.length > 0 && (
          <p role="status" className="task-problem">
            {t('compare.unmapped', {
              columns: unmapped.length > MAX_NAMED ? `${names} …` : names,
              count: unmapped.length,
            })}
          </p>
        )}
      </div>
    </Modal>
  )
}
