import { useQuery } from '@tanstack/react-query'
import { INFERENCE_PAGE_PATH } from '@tessera/contract/wire'
import { Skeleton } from 'antd'
import { useEffect } from 'react'
import { AskModel } from '../../features/inference/AskModel.tsx'
import { useQueryParams } from '../../lib/navigation.ts'
import { ownEdgeUrl } from '../../lib/own-edge.ts'
import { ErrorNote } from '../../ui/index.ts'
import { isFramed, sendToConsole } from '../console-line.ts'
import { PageGate, UnnamedHeading } from '../PageGate.tsx'
import { askedModelQuery, atEdge } from './at-edge.ts'

/** Predicts with a model of the party. In a frame, the console shows the model's name. */
export function AskPage() {
  return (
    <div className="own-ask">
      <PageGate about="inference">
        <Asking />
      </PageGate>
    </div>
  )
}

function Asking() {
  const { id = '' } = useQueryParams()
  const { data: model, error, isPending, refetch } = useQuery(askedModelQuery(id))
  useEffect(() => {
    document.title = model ? `${model.name} · Tessera` : 'Tessera'
  }, [model])
  return (
    <>
      {!isFramed() && model && <h1>{model.name}</h1>}
      {!model && error && <UnnamedHeading about="inference" />}
      <ErrorNote error={error} onRetry={() => void refetch()} />
      {isPending && <Skeleton active paragraph={{ rows: 10 }} />}
      {model && (
        <AskModel
          key={model.id}
          answerer={atEdge}
          model={model}
          card={model}
          ownModel={async () => model.id}
          isCopied={false}
          onKept={openKept}
        />
      )}
    </>
  )
}

/** Opens a saved inference task: in the console if this page is in a frame, otherwise on the edge's own page. */
function openKept(inferenceId: string) {
  if (isFramed()) return sendToConsole({ say: 'kept', inferenceId })
  location.assign(`${ownEdgeUrl()}${INFERENCE_PAGE_PATH}?${new URLSearchParams({ id: inferenceId })}`)
}
