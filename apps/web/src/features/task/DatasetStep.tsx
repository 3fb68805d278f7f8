import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Dataset, Registration, TaskDetail } from '@tessera/contract'
import { App, Button } from 'antd'
import { useState } from 'react'
import { formatNumber } from '../../lib/format.ts'
import { usePhrases } from '../../lib/i18n.ts'
import { useSession } from '../../lib/session.ts'
import { ConfirmDialog, ErrorNote } from '../../ui/index.ts'
import { differencesQuery, offerRows } from './api.ts'
import { DatasetChooser } from './DatasetChooser.tsx'
import { DifferencesDialog, isWaiting } from './FormatCheck.tsx'
import { taskPhrases } from './phrases.ts'
import { ALL_ROWS, isWholeDataset, type RowChoice, RowChooser } from './RowChooser.tsx'

interface Props {
  task: TaskDetail
  mine: Registration
  onDone: () => void
}

/** Which dataset, which rows of it; sets them aside at the party's own edge. */
export function DatasetStep({ task, mine, onDone }: Props) {
  const t = usePhrases(taskPhrases)
  const { party } = useSession()
  const { message } = App.useApp()
  const client = useQueryClient()
  const [dataset, setDataset] = useState<Dataset | null>(null)
  const [rows, setRows] = useState<RowChoice>(ALL_ROWS)
  const [isAsking, setAsking] = useState(false)

  const offer = useMutation({
    mutationFn: async (chosen: Dataset) => {
      const isWhole = isWholeDataset(rows, chosen.rowCount)
      return offerRows({
        taskId: task.id,
        registrationId: mine.id,
        tableName: chosen.tableName,
        rowIds: isWhole || rows.mode === 'all' ? [] : [...rows.ids],
        partyNameEn: party?.nameEn ?? '',
      })
    },
    onSuccess: async ({ rowCount }, chosen) => {
      setAsking(false)
      message.success(t('dataset.offered', { rows: formatNumber(rowCount), name: chosen.name }))
      await Promise.all([
        client.invalidateQueries({ queryKey: ['task', task.id] }),
        client.invalidateQueries({ queryKey: ['grant'] }),
      ])
      onDone()
    },
  })
  const compare = useCompare(task.id, mine)
  const submit = async () => {
    if (!dataset || !(await compare.passes(dataset.id))) return
    if (isWholeDataset(rows, dataset.rowCount)) setAsking(true)
    else offer.mutate(dataset)
  }
  const choose = (chosen: Dataset) => {
    setDataset(chosen)
    setRows(ALL_ROWS)
    compare.forget()
  }

  return (
    <div className="t-stack">
      <DatasetChooser chosen={dataset} onChoose={choose} />
      {dataset && (
        <>
          {/* Texts, graphs and pictures are lent as a whole: only tables have rows to pick from. */}
          {dataset.contentType === 'tabular' && <RowChooser dataset={dataset} choice={rows} onChange={setRows} />}
          <ErrorNote error={compare.error ?? (isAsking ? null : offer.error)} />
          <div>
            <Button type="primary" loading={compare.isPending || offer.isPending} onClick={() => void submit()}>
              {t('dataset.submit')}
            </Button>
          </div>
          <ConfirmDialog
            open={isAsking}
            danger={false}
            title={t('dataset.confirm.title', { rows: formatNumber(dataset.rowCount), name: dataset.name })}
            consequence={
              <>
                {rows.mode === 'some' && rows.ids.size === 0 && <p>{t('dataset.confirm.none')}</p>}
                <p>{t('dataset.confirm.all')}</p>
              </>
            }
            confirmText={t('dataset.confirm.submit')}
            isPending={offer.isPending}
            error={offer.error}
            onConfirm={() => offer.mutate(dataset)}
            onCancel={() => setAsking(false)}
          />
        </>
      )}
      {compare.dialog}
    </div>
  )
}

/** A participant's format is compared before anything is lent; the initiator's is the measure itself. */
function useCompare(taskId: string, mine: Registration) {
  const client = useQueryClient()
  const compare = useMutation({
    mutationFn: (datasetId: string) => client.fetchQuery({ ...differencesQuery(taskId, datasetId), staleTime: 0 }),
  })
  const differs = compare.data !== undefined && compare.data.differences.length > 0
  return {
    isPending: compare.isPending,
    error: compare.error && !isWaiting(compare.error) ? compare.error : null,
    forget: compare.reset,
    passes: async (datasetId: string): Promise<boolean> => {
      if (mine.role === 'initiator') return true
      try {
        return (await compare.mutateAsync(datasetId)).differences.length === 0
      } catch (error) {
        return isWaiting(error)
      }
    },
    dialog: differs && (
      <DifferencesDialog open comparison={compare.data} onClose={compare.reset} onChooseAgain={compare.reset} />
    ),
  }
}
