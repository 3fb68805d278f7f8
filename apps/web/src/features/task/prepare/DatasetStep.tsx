import { useQueryClient } from '@tanstack/react-query'
import {
  type ColumnMapping,
  type Dataset,
  dataKindOf,
  type Registration,
  type TaskDetail,
  type ToFrame,
} from '@tessera/contract'
import { App, Button } from 'antd'
import { useRef, useState } from 'react'
import { useRowsText } from '../../../kinds/use-dataset-size.ts'
import { usePhrases } from '../../../lib/i18n.ts'
import { useMutation } from '../../../lib/mutation.ts'
import { useSession } from '../../../lib/session.ts'
import type { FrameListener } from '../../../lib/use-edge-frame.ts'
import { ConfirmDialog, ErrorNote, RepeatedNote, StatusTag } from '../../../ui/index.ts'
import { DatasetChooser } from '../choose/DatasetChooser.tsx'
import { hasRowChoice, RowChooser, type RowMode } from '../choose/RowChooser.tsx'
import { RowsFrame } from '../choose/RowsFrame.tsx'
import { taskPhrases } from '../phrases.ts'
import { CompareError } from './CompareError.tsx'
import { DifferencesDialog } from './DifferencesDialog.tsx'
import { offerAllRows, offerSetAside } from './offer.ts'
import { savingStep } from './prepare-steps.ts'
import { useCompare } from './use-compare.ts'

interface Props {
  task: TaskDetail
  mine: Registration
  onDone: () => void
}

/**
 * Selects a dataset and the rows to offer. For all rows, this page asks the edge to store the offer; selected rows are
 * stored by the edge page on which they are selected.
 */
export function DatasetStep({ task, mine, onDone }: Props) {
  const t = usePhrases(taskPhrases)
  const rowsText = useRowsText()
  const [dataset, setDataset] = useState<Dataset | null>(null)
  const [mode, setMode] = useState<RowMode>('all')
  const [mapping, setMapping] = useState<ColumnMapping[]>([])
  const [asks, setAsks] = useState<'mapping' | 'whole' | null>(null)
  /** Replies to the edge page whose user selected rows. */
  const answer = useRef<((message: ToFrame) => void) | null>(null)
  const compare = useCompare(task.id, mine)
  const offer = useOffer(task, mine, () => {
    setAsks(null)
    onDone()
  })

  const choose = (chosen: Dataset) => {
    setDataset(chosen)
    setMode('all')
    compare.forget()
    offer.reset()
  }
  /** Offers the selected rows. If they are the whole dataset, the user must confirm this first. */
  const offerOrAsk = (accepted: ColumnMapping[]) => {
    setMapping(accepted)
    setAsks(mode === 'all' ? 'whole' : null)
    if (mode === 'some') answer.current?.({ say: 'offer', mapping: accepted })
  }
  const submit = async () => {
    if (!dataset) return
    if (await compare.passes(dataset.id)) offerOrAsk([])
    // Pictures have almost no columns to compare, so differences are shown here and not in a dialog.
    else if (dataKindOf(dataset.contentType).inputs !== 'row') setAsks('mapping')
  }

  const onMessage: FrameListener = (message, reply) => {
    if (message.say === 'chosen' && !compare.isPending && !offer.isPending) {
      answer.current = reply
      void submit()
    }
    if (message.say === 'set-aside' && dataset) offer.mutate({ dataset, mapping, asideId: message.datasetId })
  }

  return (
    <div className="t-stack">
      <DatasetChooser chosen={dataset} onChoose={choose} />
      {dataset && (
        <>
          <RepeatedNote columns={[dataset.repeatedId]} />
          <RowChooser dataset={dataset} mode={mode} onChange={setMode} />
          {mode === 'some' && <RowsFrame taskId={task.id} dataset={dataset} onSay={onMessage} />}
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
          {mode === 'all' && (
            <div>
              <Button type="primary" loading={compare.isPending || offer.isPending} onClick={() => void submit()}>
                {t(hasRowChoice(dataset) ? 'dataset.submit' : 'dataset.submit.whole')}
              </Button>
            </div>
          )}
          <ConfirmDialog
            open={asks === 'whole'}
            danger={false}
            title={t('dataset.confirm.title', {
              size: rowsText(dataset.contentType, dataset.rowCount),
              name: dataset.name,
            })}
            consequence={t('dataset.confirm.all')}
            confirmText={t('dataset.confirm.submit')}
            isPending={offer.isPending}
            error={offer.error}
            onConfirm={() => offer.mutate({ dataset, mapping })}
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
              onAccept={offerOrAsk}
            />
          )}
        </>
      )}
    </div>
  )
}

interface Chosen {
  dataset: Dataset
  mapping: ColumnMapping[]
  /** The id of the dataset that the edge page has created from the selected rows. */
  asideId?: string
}

function useOffer(task: TaskDetail, mine: Registration, onOffered: () => void) {
  const t = usePhrases(taskPhrases)
  const rowsText = useRowsText()
  const { party } = useSession()
  const { message } = App.useApp()
  const client = useQueryClient()
  return useMutation({
    mutationKey: savingStep(task.id),
    mutationFn: ({ dataset: { tableName }, mapping, asideId }: Chosen): Promise<{ rowCount: number }> => {
      if (asideId !== undefined) return offerSetAside(mine.id, asideId)
      const edgeName = party?.name.en ?? ''
      return offerAllRows({ taskId: task.id, registrationId: mine.id, tableName, edgeName, mapping })
    },
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
