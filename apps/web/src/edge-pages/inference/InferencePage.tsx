import { DeleteOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import type { Inference } from '@tessera/contract'
import { Alert, Skeleton } from 'antd'
import { useEffect, useState } from 'react'
import { inferenceQuery } from '../../features/inference/api.ts'
import { DeleteInferenceButton } from '../../features/inference/DeleteInferenceButton.tsx'
import { InferenceTags } from '../../features/inference/InferenceTags.tsx'
import { InferenceWork } from '../../features/inference/InferenceWork.tsx'
import { phrases } from '../../features/inference/phrases.ts'
import { useDeletion } from '../../features/inference/use-deletion.ts'
import { usePhrases } from '../../lib/i18n.ts'
import { useQueryParams } from '../../lib/navigation.ts'
import { ErrorNote } from '../../ui/index.ts'
import { ActingButton } from '../confirm/ActingButton.tsx'
import { isFramed, sendToConsole } from '../console-line.ts'
import { PageGate, UnnamedHeading } from '../PageGate.tsx'
import { atEdge } from './at-edge.ts'

/** An inference task with its input and results. The console around the page knows only the id of the task. */
export function InferencePage() {
  const { id = '' } = useQueryParams()
  return (
    <div className="own-inference">
      <PageGate about="inference">
        <Shown key={id} id={id} />
      </PageGate>
    </div>
  )
}

function Shown({ id }: { id: string }) {
  const t = usePhrases(phrases)
  const [deleted, setDeleted] = useState<string | null>(null)
  const { data, error, isPending, refetch } = useQuery({ ...inferenceQuery(atEdge, id), enabled: deleted === null })
  const inference = data?.inference
  useEffect(() => {
    document.title = `${inference?.name ?? t('title')} · Tessera`
  }, [inference, t])
  if (deleted !== null) {
    return <Alert type="success" showIcon role="status" title={t('delete.done', { name: deleted })} />
  }
  return (
    <>
      {inference && (
        <Head
          inference={inference}
          onDeleted={() => {
            setDeleted(inference.name)
            sendToConsole({ say: 'deleted' })
          }}
        />
      )}
      {!inference && error && <UnnamedHeading about="inference" />}
      <ErrorNote error={error} onRetry={() => void refetch()} />
      {isPending && <Skeleton active paragraph={{ rows: 10 }} />}
      {data && <InferenceWork answerer={atEdge} found={data} />}
    </>
  )
}

/** In a frame, the user confirms the deletion in a separate window of the edge. */
function Delete({ inference, onDeleted }: { inference: Inference; onDeleted: () => void }) {
  const deletion = useDeletion(atEdge, inference, onDeleted)
  if (!isFramed()) return <DeleteInferenceButton answerer={atEdge} inference={inference} onDeleted={onDeleted} />
  return (
    <ActingButton
      {...deletion}
      danger
      icon={<DeleteOutlined aria-hidden="true" />}
      question={{ about: 'delete-inference', name: inference.name }}
    />
  )
}

/** Shows the inference task's name. The console around this page does not know the name. */
function Head({ inference, onDeleted }: { inference: Inference; onDeleted: () => void }) {
  const t = usePhrases(phrases)
  const Heading = isFramed() ? 'h2' : 'h1'
  return (
    <div className="t-stack t-stack-tight">
      <div className="t-row">
        <Heading>{inference.name}</Heading>
        <InferenceTags inference={inference} />
        <span className="t-grow" />
        {inference.abilities.delete && <Delete inference={inference} onDeleted={onDeleted} />}
      </div>
      <p className="t-soft">{inference.description}</p>
      {!isFramed() && inference.modelName !== '' && (
        <p className="t-soft">{t('task.model', { name: inference.modelName })}</p>
      )}
    </div>
  )
}
