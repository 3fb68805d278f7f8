import { CloudUploadOutlined, DeleteOutlined } from '@ant-design/icons'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { LocalResult } from '@tessera/contract'
import { Skeleton } from 'antd'
import { FindingsDownload, FindingsResult } from '../../features/run/FindingsResult.tsx'
import { useFormat } from '../../lib/format.ts'
import { usePhrases } from '../../lib/i18n.ts'
import { useQueryParams } from '../../lib/navigation.ts'
import { ErrorNote } from '../../ui/index.ts'
import { ResidualsPanel } from '../../ui/scores/Residuals.tsx'
import { ScorePanels } from '../../ui/scores/ScorePanels.tsx'
import { ActingButton } from '../confirm/ActingButton.tsx'
import { isFramed, sendToConsole } from '../console-line.ts'
import { PageGate } from '../PageGate.tsx'
import { TokenExpired } from '../TokenExpired.tsx'
import { useConsoleAnswer } from '../use-console-answer.ts'
import { deleteLocalResult, localResultsKey, localResultsQuery, shareLocalResult } from './api.ts'
import { localResultPhrases } from './phrases.ts'

/** The results of a local run, stored at this edge until a member shares or deletes them. */
export function LocalResultsPage({ taskId }: { taskId: string | null }) {
  const t = usePhrases(localResultPhrases)
  if (taskId === null || !isFramed()) {
    return (
      <>
        <h1>{t('kept.heading')}</h1>
        <TokenExpired wasIn={false} path="/mytask" nobody={t('kept.nobody')} />
      </>
    )
  }
  return (
    <div className="own-choice">
      <PageGate>
        <Kept taskId={taskId} />
      </PageGate>
    </div>
  )
}

function Kept({ taskId }: { taskId: string }) {
  const t = usePhrases(localResultPhrases)
  const { id = '' } = useQueryParams()
  const { data, error, refetch, isFetching } = useQuery(localResultsQuery(taskId, id))
  const result = data?.find((one) => one.runId === id)
  if (error) return <ErrorNote error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton active />
  if (result) return <Known result={result} />
  return <p className="t-soft">{t(isFetching ? 'kept.coming' : 'kept.none')}</p>
}

function Known({ result }: { result: LocalResult }) {
  const t = usePhrases(localResultPhrases)
  const client = useQueryClient()
  const { runId, taskId, taskName, sharedTime, abilities } = result
  const refresh = () => {
    void client.invalidateQueries({ queryKey: localResultsKey(taskId) })
    sendToConsole({ say: 'changed' })
  }
  const isOthers = result.deletedTime === null && !abilities.delete
  return (
    <div className="t-stack">
      <Whereabouts result={result} />
      <Found result={result} />
      {isOthers && <p className="t-soft">{t('kept.others')}</p>}
      {(abilities.share || abilities.delete) && (
        <div className="t-row">
          {abilities.share && (
            <ActingButton
              type="primary"
              icon={<CloudUploadOutlined aria-hidden="true" />}
              label={t('share.action')}
              question={{ about: 'share-result', task: taskName }}
              act={() => shareLocalResult(runId)}
              doneText={t('share.done')}
              onDone={refresh}
            />
          )}
          {abilities.delete && (
            <ActingButton
              danger
              icon={<DeleteOutlined aria-hidden="true" />}
              label={t('delete.action')}
              question={{ about: 'delete-result', task: taskName, isShared: sharedTime !== null }}
              act={() => deleteLocalResult(runId)}
              doneText={t('delete.done')}
              onDone={refresh}
            />
          )}
        </div>
      )}
    </div>
  )
}

/** Shows the findings, or the scores with their intervals. Once the model is shared, the platform shows them. */
function Found({ result: { table, scores, residuals, taskName, sharedTime } }: { result: LocalResult }) {
  const run = useConsoleAnswer('run')
  const isHereOnly = sharedTime === null
  return (
    <>
      {table && (
        <>
          <FindingsResult findings={table} partyCount={1} />
          <div className="t-row">
            <FindingsDownload findings={table} taskName={taskName} />
          </div>
        </>
      )}
      {isHereOnly && scores && <ScorePanels scores={scores} isOfAllRows={run?.isOfAllRows} />}
      {isHereOnly && residuals && run && (
        <ResidualsPanel label={run.label} residuals={residuals} isOfAllRows={run.isOfAllRows} />
      )}
    </>
  )
}

function Whereabouts({ result: { sharedTime, deletedTime, hasModel } }: { result: LocalResult }) {
  const t = usePhrases(localResultPhrases)
  const format = useFormat()
  if (deletedTime) {
    return <p>{t(sharedTime ? 'kept.deleted.shared' : 'kept.deleted', { time: format.dateTime(deletedTime) })}</p>
  }
  if (sharedTime) return <p>{t('kept.shared', { time: format.dateTime(sharedTime) })}</p>
  return <p>{t(hasModel ? 'kept.edge' : 'kept.edge.noModel')}</p>
}
