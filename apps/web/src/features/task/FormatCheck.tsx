import { useQuery } from '@tanstack/react-query'
import type { ColumnType, Output } from '@tessera/contract'
import type { ListFormatDifferences } from '@tessera/contract/wire'
import { Button, Modal } from 'antd'
import { useState } from 'react'
import { ApiError } from '../../lib/api.ts'
import { usePhrases } from '../../lib/i18n.ts'
import { ErrorNote, StatusTag } from '../../ui/index.ts'
import { differencesQuery } from './api.ts'
import { taskPhrases } from './phrases.ts'

interface Props {
  taskId: string
  datasetId: string
  onChooseAgain: () => void
}

/** Says whether a participant's dataset fits the initiator's, and lays both formats side by side if not. */
export function FormatCheck({ taskId, datasetId, onChooseAgain }: Props) {
  const t = usePhrases(taskPhrases)
  const [isOpen, setOpen] = useState(false)
  const check = useQuery(differencesQuery(taskId, datasetId))
  if (check.isPending) return null
  if (check.isError) {
    return isWaiting(check.error) ? (
      <p className="t-soft">{t('prepare.dataset.waiting')}</p>
    ) : (
      <ErrorNote error={check.error} onRetry={() => void check.refetch()} />
    )
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

/** The initiator has no data yet: nothing to compare with, and nothing wrong. */
export function isWaiting(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'compare.waiting'
}

type Comparison = Output<typeof ListFormatDifferences>

interface DialogProps {
  open: boolean
  comparison: Comparison
  onClose: () => void
  onChooseAgain: () => void
}

export function DifferencesDialog({ open, comparison, onClose, onChooseAgain }: DialogProps) {
  const t = usePhrases(taskPhrases)
  const typeName = (type: ColumnType | null) => (type === null ? t('compare.missing') : t(`columntype.${type}`))
  return (
    <Modal
      open={open}
      title={t('compare.title')}
      onCancel={onClose}
      width={560}
      footer={
        <Button type="primary" onClick={onChooseAgain}>
          {t('compare.again')}
        </Button>
      }
    >
      <div className="t-stack">
        <p>{t('compare.explain')}</p>
        <div className="t-scroll-x task-rows">
          <table className="t-table" aria-label={t('compare.title')}>
            <thead>
              <tr>
                <th scope="col">{t('compare.column')}</th>
                <th scope="col">{comparison.initiatorName}</th>
                <th scope="col">{comparison.participantName}</th>
              </tr>
            </thead>
            <tbody>
              {comparison.differences.map(({ column, initiatorType, participantType }) => (
                <tr key={column}>
                  <th scope="row">{column}</th>
                  <td>{typeName(initiatorType)}</td>
                  <td>{typeName(participantType)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </div>
    </Modal>
  )
}
