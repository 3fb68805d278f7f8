import { useQuery } from '@tanstack/react-query'
import { INFERENCE_PAGE_PATH } from '@tessera/contract/wire'
import { Skeleton } from 'antd'
import { useEffect } from 'react'
import { AskModel } from '../../features/inference/AskModel.tsx'
import { useQueryParams } from '../../lib/navigation.ts'
import { ownEdgeUrl } from '../../lib/own-edge.ts'
import { ErrorNote } from '../../ui/index.ts'
import { isFramed, tellConsole } from '../console-line.ts'
import { RoomGate, UnnamedHeading } from '../RoomGate.tsx'
import { askedModelQuery, atEdge } from './at-edge.ts'

/** A model of the party's is asked here. In a frame of the console that has said its name already. */
export function AskPage() {
  return (
    <div className="own-ask">
      <RoomGate about="inference">
        <Asking />
      </RoomGate>
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

/** The console opens its page in a frame; by itself the edge shows its own. */
function openKept(inferenceId: string) {
  if (isFramed()) return tellConsole({ say: 'kept', inferenceId })
  location.assign(`${ownEdgeUrl()}${INFERENCE_PAGE_PATH}?${new URLSearchParams({ id: inferenceId })}`)
}
