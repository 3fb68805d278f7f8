import { CloudUploadOutlined } from '@ant-design/icons'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Findings, KeptResult as Kept } from '@tessera/contract'
import { App } from 'antd'
import type { ReactNode } from 'react'
import { useFormat } from '../../lib/format.ts'
import { usePhrases } from '../../lib/i18n.ts'
import { AskingButton, DeleteButton, ErrorNote } from '../../ui/index.ts'
import { deleteKeptResult, keptResultsKey, keptResultsQuery, shareKeptResult } from './api.ts'
import { resultPhrases } from './phrases.ts'

interface Props {
  taskId: string
  runId: string
  /** Whether a model of this task is on the platform. */
  hasModel: boolean
  /** The table of a run that finds no model, which nobody but the edge has. */
  table: (table: Findings) => ReactNode
}

/** Where the model of a run by itself is, for members of its party: with their own edge, until one of them shares it. */
export function KeptResult({ taskId, runId, hasModel, table }: Props) {
  const t = usePhrases(resultPhrases)
  const { data, error, refetch, isFetching } = useQuery(keptResultsQuery(taskId, runId))
  const result = data?.find((one) => one.runId === runId)
  if (error && !hasModel) return <ErrorNote error={error} onRetry={() => void refetch()} />
  if (result) return <Known {...{ result, table }} />
  // What was trained before runs by themselves kept their models is on the platform.
  if (hasModel) return null
  return <p className="t-soft">{t(isFetching || !data ? 'kept.coming' : 'kept.none')}</p>
}

function Known({ result, table }: { result: Kept; table: Props['table'] }) {
  const t = usePhrases(resultPhrases)
  const client = useQueryClient()
  const { runId, taskId, taskName, sharedTime, abilities } = result
  const refresh = () => {
    void client.invalidateQueries({ queryKey: keptResultsKey(taskId) })
    void client.invalidateQueries({ queryKey: ['task', taskId] })
    void client.invalidateQueries({ queryKey: ['model'] })
  }
  const isOthers = result.deletedTime === null && !abilities.delete
  return (
    <div className="t-stack">
      <Whereabouts result={result} />
      {result.table && table(result.table)}
      {isOthers && <p className="t-soft">{t('kept.others')}</p>}
      {(abilities.share || abilities.delete) && (
        <div className="t-row">
          {abilities.share && <ShareButton result={result} onShared={refresh} />}
          {abilities.delete && (
            <DeleteButton
              label={t('delete.action')}
              title={t('delete.title', { task: taskName })}
              consequence={t(sharedTime ? 'delete.consequence.shared' : 'delete.consequence.edge')}
              doneText={t('delete.done')}
              onDelete={() => deleteKeptResult(runId)}
              onDeleted={refresh}
            />
          )}
        </div>
      )}
    </div>
  )
}

function Whereabouts({ result: { sharedTime, deletedTime, hasModel } }: { result: Kept }) {
  const t = usePhrases(resultPhrases)
  const format = useFormat()
  if (deletedTime) {
    return <p>{t(sharedTime ? 'kept.deleted.shared' : 'kept.deleted', { time: format.dateTime(deletedTime) })}</p>
  }
  if (sharedTime) return <p>{t('kept.shared', { time: format.dateTime(sharedTime) })}</p>
  return <p>{t(hasModel ? 'kept.edge' : 'kept.edge.noModel')}</p>
}

function ShareButton({ result: { runId, taskName }, onShared }: { result: Kept; onShared: () => void }) {
  const t = usePhrases(resultPhrases)
  const { message } = App.useApp()
  return (
    <AskingButton
      type="primary"
      icon={<CloudUploadOutlined aria-hidden="true" />}
      label={t('share.action')}
      title={t('share.title', { task: taskName })}
      consequence={t('share.consequence')}
      act={() => shareKeptResult(runId)}
      onDone={() => {
        void message.success(t('share.done'))
        onShared()
      }}
    />
  )
}
