import { useQuery } from '@tanstack/react-query'
import { type ColumnMapping, dataKindOf, type HeldDataset } from '@tessera/contract'
import { Button, Skeleton } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { PictureRows } from '../../kinds/pictures/PictureRows.tsx'
import type { RowId } from '../../kinds/row-id.ts'
import type { RowsProps } from '../../kinds/rows-props.ts'
import { RowsTable } from '../../kinds/tables/RowsTable.tsx'
import { useRowsText } from '../../kinds/use-dataset-size.ts'
import { usePhrases } from '../../lib/i18n.ts'
import { useMutation } from '../../lib/mutation.ts'
import { useQueryParams } from '../../lib/navigation.ts'
import { firstView } from '../../lib/row-view.ts'
import { ConfirmDialog, ErrorNote } from '../../ui/index.ts'
import { isFramed, onConsoleMessage, sendToConsole } from '../console-line.ts'
import { heldQuery } from '../dataset/queries.ts'
import { analysisQuery, ownPictureUrl, rowsQuery } from '../own-rows.ts'
import { PageGate } from '../PageGate.tsx'
import { edgePagePhrases } from '../phrases.ts'
import { TokenExpired } from '../TokenExpired.tsx'
import { setRowsAside } from './api.ts'
import { RowPicks } from './RowPicks.tsx'
import { type Chosen, chosenIds, isWholeDataset, withRows } from './row-choice.ts'

const ROWS_PER_PAGE = 10
const PICTURES_PER_PAGE = 3

/**
 * Selects the rows of a dataset to offer for a task, and stores the selection at the edge. A selection survives the end
 * of a session.
 */
export function ChoosePage({ taskId }: { taskId: string | null }) {
  const t = usePhrases(edgePagePhrases)
  const [ids, setIds] = useState<Chosen>(new Set())
  if (taskId === null || !isFramed()) {
    return (
      <>
        <h1>{t('choose.heading')}</h1>
        <TokenExpired wasIn={false} path="/mytask" nobody={t('over.none.choose')} />
      </>
    )
  }
  return (
    <div className="own-choice">
      <PageGate>
        <Held taskId={taskId} ids={ids} onChange={setIds} />
      </PageGate>
    </div>
  )
}

interface Props {
  taskId: string
  ids: Chosen
  onChange: (ids: Chosen) => void
}

function Held(props: Props) {
  const { id = '' } = useQueryParams()
  const { data: dataset, error, isPending, refetch } = useQuery(heldQuery(id))
  return (
    <>
      <ErrorNote error={error} onRetry={() => void refetch()} />
      {isPending && <Skeleton active paragraph={{ rows: 10 }} />}
      {dataset && <Choice {...props} dataset={dataset} />}
    </>
  )
}

function Choice({ taskId, dataset, ids, onChange }: Props & { dataset: HeldDataset }) {
  const t = usePhrases(edgePagePhrases)
  const rowsText = useRowsText()
  const [isAsking, setAsking] = useState(false)
  const { say, error, isPending } = useSettingAside(taskId, dataset)
  const choose = () => {
    setAsking(false)
    say(chosenIds(ids, dataset.rowCount))
  }
  return (
    <div className="t-stack">
      <Rows dataset={dataset} ids={ids} onChange={onChange} />
      <ErrorNote error={error} />
      <div>
        <Button
          type="primary"
          loading={isPending}
          onClick={() => (isWholeDataset(ids, dataset.rowCount) ? setAsking(true) : choose())}
        >
          {t('choose.submit')}
        </Button>
      </div>
      <ConfirmDialog
        open={isAsking}
        danger={false}
        title={t('choose.whole.title', { size: rowsText(dataset.contentType, dataset.rowCount), name: dataset.name })}
        consequence={
          <>
            {ids.size === 0 && <p>{t('choose.whole.none')}</p>}
            <p>{t('choose.whole.all')}</p>
          </>
        }
        confirmText={t('choose.whole.submit')}
        isPending={false}
        error={null}
        onConfirm={choose}
        onCancel={() => setAsking(false)}
      />
    </div>
  )
}

/** A page of selectable rows with sort order and filters. The selection is kept when the page changes. */
function Rows({ dataset, ids, onChange }: Omit<Props, 'taskId'> & { dataset: HeldDataset }) {
  const { hasPictures } = dataKindOf(dataset.contentType)
  const [view, setView] = useState(() => firstView(hasPictures ? PICTURES_PER_PAGE : ROWS_PER_PAGE))
  const rows = useQuery(rowsQuery(dataset.tableName, view))
  const analysis = useQuery({ ...analysisQuery(dataset.tableName), enabled: hasPictures })
  const shown: RowsProps = {
    dataset,
    rows,
    view,
    onView: setView,
    ticks: { ids, onTick: (ticked, isTicked) => onChange(withRows(ids, ticked, isTicked)) },
  }
  return (
    <div className="t-stack t-stack-tight">
      <RowPicks
        dataset={dataset}
        ids={ids}
        onChange={onChange}
        filters={view.filters}
        matching={rows.data?.total ?? dataset.rowCount}
      />
      <ErrorNote error={analysis.error} onRetry={() => void analysis.refetch()} />
      {hasPictures ? (
        <PictureRows {...shown} balances={analysis.data?.classes} addressOf={ownPictureUrl} look="table" />
      ) : (
        <RowsTable {...shown} />
      )}
    </div>
  )
}

/**
 * Returns a function that offers the selected rows. The console first compares the columns and answers with their
 * mapping. Only a click on this page makes an offer, of the rows selected at that moment.
 */
function useSettingAside(taskId: string, { tableName }: HeldDataset) {
  const pressed = useRef<RowId[] | null>(null)
  const { mutate, error, isPending } = useMutation({
    mutationFn: ({ ids, mapping }: { ids: RowId[]; mapping: ColumnMapping[] }) =>
      setRowsAside({ taskId, tableName, ids, mapping }),
    onSuccess: ({ datasetId }) => sendToConsole({ say: 'set-aside', datasetId }),
  })
  useEffect(
    () =>
      onConsoleMessage((message) => {
        const ids = pressed.current
        if (message.say !== 'offer' || ids === null) return
        pressed.current = null
        mutate({ ids, mapping: message.mapping })
      }),
    [mutate],
  )
  const say = (ids: RowId[]) => {
    pressed.current = ids
    sendToConsole({ say: 'chosen' })
  }
  return { say, error, isPending }
}
