import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { phrases as inferencePhrases } from '../../features/inference/phrases.ts'
import { usePhrases } from '../../lib/i18n.ts'
import { useRowsWords } from '../../lib/rows-words.ts'
import { CardSkeleton, ErrorNote } from '../../ui/index.ts'
import { classesPhrases } from '../classes/phrases.ts'
import { localResultPhrases } from '../local-results/phrases.ts'
import { NamesQuestion } from '../names/NamesQuestion.tsx'
import { namesPhrases } from '../names/phrases.ts'
import { WordList } from '../names/Words.tsx'
import { Asking } from './Asking.tsx'
import { notifyWhenClosed, type Question, questionOfFrame } from './confirm-line.ts'
import { confirmPhrases } from './phrases.ts'

type About<Kind extends Question['about']> = { question: Extract<Question, { about: Kind }> }

/** The window in which a user confirms an action of a frame. Without a click in this window, nothing is sent. */
export function ConfirmPage() {
  const t = usePhrases(confirmPhrases)
  const request = useQuery({
    queryKey: ['asked-by-frame'],
    queryFn: questionOfFrame,
    staleTime: Number.POSITIVE_INFINITY,
  })
  useEffect(() => {
    document.title = `${t('confirm.heading')} · Tessera`
  }, [t])
  useEffect(notifyWhenClosed, [])
  return (
    <>
      <h1>{t('confirm.heading')}</h1>
      <ErrorNote error={request.error} />
      {request.isPending && <CardSkeleton count={1} height={200} />}
      {request.data && <QuestionView question={request.data} />}
    </>
  )
}

function QuestionView({ question }: { question: Question }) {
  switch (question.about) {
    case 'names':
      return <NamesQuestion {...question} />
    case 'classes':
      return <ClassesQuestion question={question} />
    case 'share-result':
    case 'delete-result':
      return <ResultQuestion question={question} />
    case 'delete-inference':
      return <InferenceQuestion question={question} />
  }
}

function ClassesQuestion({ question: { label, names, contentType } }: About<'classes'>) {
  const t = usePhrases(confirmPhrases)
  const tClasses = usePhrases(classesPhrases)
  const tNames = usePhrases(namesPhrases)
  const rows = useRowsWords(contentType)
  return (
    <Asking title={t('confirm.classes', { label })} confirmText={tClasses('classes.name')}>
      <dl className="own-words">
        <WordList title={tNames('names.classes', { label })} words={names} rows={rows} />
      </dl>
      <p>{tClasses('classes.name.visible', { rows: rows.many })}</p>
    </Asking>
  )
}

function ResultQuestion({ question }: About<'share-result' | 'delete-result'>) {
  const t = usePhrases(localResultPhrases)
  const { task } = question
  if (question.about === 'share-result') {
    return (
      <Asking title={t('share.title', { task })} confirmText={t('share.action')}>
        <p>{t('share.consequence')}</p>
      </Asking>
    )
  }
  return (
    <Asking title={t('delete.title', { task })} confirmText={t('delete.action')} danger>
      <p>{t(question.isShared ? 'delete.consequence.shared' : 'delete.consequence.edge')}</p>
    </Asking>
  )
}

function InferenceQuestion({ question: { name } }: About<'delete-inference'>) {
  const t = usePhrases(inferencePhrases)
  return (
    <Asking title={t('delete.title', { name })} confirmText={t('delete.action')} danger>
      <p>{t('delete.consequence')}</p>
    </Asking>
  )
}
