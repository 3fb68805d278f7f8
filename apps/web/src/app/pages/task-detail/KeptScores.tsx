import { useQuery } from '@tanstack/react-query'
import type { TaskDetail } from '@tessera/contract'
import { keptResultsQuery } from '../../../features/result/api.ts'
import { ResidualsPanel } from '../../../ui/scores/Residuals.tsx'
import { ScorePanels } from '../../../ui/scores/ScorePanels.tsx'

interface Props {
  taskId: string
  runId: string
  contentType: TaskDetail['contentType']
  label: string
  byFolds: boolean
}

/** How sure the scores of a run by itself are, which its own edge knows until the model is shared. */
export function KeptScores({ taskId, runId, contentType, label, byFolds }: Props) {
  const { data } = useQuery(keptResultsQuery(taskId, runId))
  const { scores, residuals } = data?.find((result) => result.runId === runId) ?? {}
  return (
    <>
      {scores && <ScorePanels scores={scores} contentType={contentType} />}
      {residuals && <ResidualsPanel label={label} residuals={residuals} byFolds={byFolds} />}
    </>
  )
}
