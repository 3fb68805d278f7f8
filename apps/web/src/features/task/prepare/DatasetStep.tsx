import { useQueryClient } from '@tanstack/react-query'
import { type ColumnMapping, type Dataset, isOfPictures, type Registration, type TaskDetail } from '@tessera/contract'
import { App, Button } from 'antd'
import { useState } from 'react'
import { useRowsText } from '../../../kinds/use-dataset-size.ts'
import { usePhrases } from '../../../lib/i18n.ts'
import { useMutation } from '../../../lib/mutation.ts'
import { useSession } from '../../../lib/session.ts'
import { ConfirmDialog, ErrorNote, StatusTag } from '../../../ui/index.ts'
import { DatasetChooser } from '../choose/DatasetChooser.tsx'
import { RowChooser } from '../choose/RowChooser.tsx'
import { ALL_ROWS, chosenIds, hasRowChoice, isWholeDataset, type RowChoice } from '../choose/row-choice.ts'
import { taskPhrases } from '../phrases.ts'
import { CompareError } from './CompareError.tsx'
import { DifferencesDialog } from './DifferencesDialog.tsx'
import { offerRows } from './offer.ts'
import { savingStep } from './prepare-steps.ts'
import { useCompare } from './use-compare.ts'

interface Props {
  task: TaskDetail
  mine: Registration
  onDone: () => void
}

/** Which dataset, which rows of it; sets them aside at the party's own edge. */
export function DatasetStep({ task, mine, onDone }: Props) {
  const t = usePhrases(taskPhrases)
  const rowsText = useRowsText()
  const [dataset, setDataset] = useState<Dataset | null>(null)
  const [rows, setRows] = useState<RowChoice>(ALL_ROWS)
  const [mapping, setMapping] = useState<ColumnMapping[]>([])
  const [asks, setAsks] = useState<'mapping' | 'whole' | null>(null)
  const compare = useCompare(task.id, mine)
  const offer = useOffer(task, mine, () => {
    setAsks(null)
    onDone()
  })

  const choose = (chosen: Dataset) => {
    setDataset(chosen)
    setRows(ALL_ROWS)
    compare.forget()
    offer.reset()
  }
  /** Everything is asked about that offers more than was ticked. */
  const offerOrAsk = (chosen: Dataset, accepted: ColumnMapping[]) => {
    setMapping(accepted)
    if (isWholeDataset(rows, chosen.rowCount)) setAsks('whole')
    else {
      setAsks(null)
      offer.mutate({ dataset: chosen, rows, mapping: accepted })
    }
  }
  const submit = async () => {
    if (!dataset) return
    if (await compare.passes(dataset.id)) offerOrAsk(dataset, [])
    // Pictures have hardly a format to compare: what differs is said here, and looked at when asked for.
    else if (!isOfPictures(dataset.contentType)) setAsks('mapping')
  }

  return (
    <div className="t-stack">
      <DatasetChooser chosen={dataset} onChoose={choose} />
      {dataset && (
        <>
          <RowChooser dataset={dataset} choice={rows} onChange={setRows} label={task.columnSelection?.label ?? null} />
          {compare.error && <CompareError error={compare.error} />}
          <ErrorNote error={asks === 'whole' ? null : offer.error} />
          {compare.mismatch && (
            <div className="t-row">
              <StatusTag tone="error" text={t('compare.differs', { count: compare.mismatch.differences.length })} />
              <Button size="small" onClick={() => setAsks('mapping')}>
                {t('compare.open')}
              </Button>
            </div>
          )}
          <div>
            <Button type="primary" loading={compare.isPending || offer.isPending} onClick={() => void submit()}>
              {t(hasRowChoice(dataset) ? 'dataset.submit' : 'dataset.submit.whole')}
            </Button>
          </div>
          <ConfirmDialog
            open={asks === 'whole'}
            danger={false}
            title={t('dataset.confirm.title', {
              size: rowsText(dataset.contentType, dataset.rowCount),
              name: dataset.name,
            })}
            consequence={
              <>
                {rows.mode === 'some' && rows.ids.size === 0 && <p>{t('dataset.confirm.none')}</p>}
                <p>{t('dataset.confirm.all')}</p>
              </>
            }
            confirmText={t('dataset.confirm.submit')}
            isPending={offer.isPending}
            error={offer.error}
            onConfirm={() => offer.mutate({ dataset, rows, mapping })}
            onCancel={() => setAsks(null)}
          />
          {compare.mismatch && (
            <DifferencesDialog
              key={dataset.id}
              open={asks === 'mapping'}
              task={task}
              comparison={compare.mismatch}
              onClose={() => setAsks(null)}
              onChooseAgain={() => setAsks(null)}
              onAccept={(accepted) => offerOrAsk(dataset, accepted)}
            />
          )}
        </>
      )}
    </div>
  )
}

interface Chosen {
  dataset: Dataset
  rows: RowChoice
  mapping: ColumnMapping[]
}

function useOffer(task: TaskDetail, mine: Registration, onOffered: () => void) {
  const t = usePhrases(taskPhrases)
  const rowsText = useRowsText()
  const { party } = useSession()
  const { message } = App.useApp()
  const client = useQueryClient()
  return useMutation({
    mutationKey: savingStep(task.id),
    mutationFn: ({ dataset, rows, mapping }: Chosen) =>
      offerRows({
        taskId: task.id,
        registrationId: mine.id,
        tableName: dataset.tableName,
        rowIds: chosenIds(rows, dataset.rowCount),
        partyNameEn: party?.nameEn ?? '',
        mapping,
      }),
    onSuccess: async ({ rowCount }, { dataset }) => {
      message.success(t('dataset.offered', { size: rowsText(dataset.contentType, rowCount), name: dataset.name }))
      await Promise.all([
        client.invalidateQueries({ queryKey: ['task', task.id] }),
        client.invalidateQueries({ queryKey: ['grant'] }),
      ])
      onOffered()
    },
  })
}
