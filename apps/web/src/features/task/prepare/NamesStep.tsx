import { useQuery, useQueryClient } from '@tanstack/react-query'
import {
  type ClassCount,
  FEWEST_ROWS_NAMED,
  type NamesProposal,
  type Registration,
  ROWS_ROUNDED_TO,
  type TaskDetail,
  wordsOf,
} from '@tessera/contract'
import { App, Button, Checkbox, Skeleton } from 'antd'
import { useEffect, useId, useState } from 'react'
import { useFormat } from '../../../lib/format.ts'
import { usePhrases } from '../../../lib/i18n.ts'
import { useMutation } from '../../../lib/mutation.ts'
import { ErrorNote } from '../../../ui/index.ts'
import { confirmNames, proposedNamesQuery } from '../data-api.ts'
import { taskPhrases } from '../phrases.ts'
import { savingStep } from './prepare-steps.ts'

interface Props {
  task: TaskDetail
  mine: Registration
  onDone: () => void
}

/** The words of the party's rows that the plan will name: read at its edge, and sent when a member says so. */
export function NamesStep(props: Props) {
  const { task, mine } = props
  const proposal = useQuery(proposedNamesQuery(task.id, mine.datasetId ?? ''))
  if (proposal.isPending) return <Skeleton active />
  if (proposal.isError) return <ErrorNote error={proposal.error} onRetry={() => void proposal.refetch()} />
  return <NamesForm key={proposal.data.datasetId} {...props} proposal={proposal.data} />
}

function NamesForm({ task, mine, proposal, onDone }: Props & { proposal: NamesProposal }) {
  const t = usePhrases(taskPhrases)
  const confirm = useConfirm(task, onDone)
  const { mutate } = confirm
  const isWordless = wordsOf(proposal.names).length === 0
  const { ownTable, label } = proposal.names
  const isCounted = Boolean(label?.counts?.length)
  const [isShown, setShown] = useState(ownTable)
  const isAsked = !isWordless || ownTable !== undefined
  const isDue = mine.names !== 'confirmed'
  useEffect(() => {
    // Without a word there is nothing to read first, and nothing to choose.
    if (!isAsked && isDue) mutate(proposal)
  }, [isAsked, isDue, mutate, proposal])
  const submit = () => mutate({ ...proposal, names: { ...proposal.names, ownTable: isShown } })

  return (
    <div className="t-stack">
      {isWordless ? (
        <p role="status">{t('names.none')}</p>
      ) : (
        <>
          <p>
            <strong>{t('names.leave')}</strong> {t('names.leave.only')}{' '}
            {isCounted ? t('names.leave.counts', { step: ROWS_ROUNDED_TO }) : t('names.leave.uncounted')}
          </p>
          <Words names={proposal.names} />
          <p className="t-soft">{t('names.other', { fewest: FEWEST_ROWS_NAMED })}</p>
        </>
      )}
      {isShown !== undefined && <OwnTableChoice isShown={isShown} onChange={setShown} />}
      {mine.grant === 'signed' && <p className="t-soft">{t('names.resign')}</p>}
      <ErrorNote error={confirm.error} onRetry={submit} />
      {isAsked && (
        <div>
          <Button type="primary" loading={confirm.isPending} onClick={submit}>
            {t(isWordless ? 'names.confirm' : 'names.submit')}
          </Button>
        </div>
      )}
    </div>
  )
}

/** Whether the others see a table of this party's rows alone: no, unless it says so. */
function OwnTableChoice({ isShown, onChange }: { isShown: boolean; onChange: (isShown: boolean) => void }) {
  const t = usePhrases(taskPhrases)
  const id = useId()
  return (
    <div>
      <Checkbox checked={isShown} aria-describedby={id} onChange={({ target }) => onChange(target.checked)}>
        {t('names.own')}
      </Checkbox>
      <p id={id} className="t-soft">
        {t('names.own.help')}
      </p>
    </div>
  )
}

function Words({ names: { columns, label } }: Pick<NamesProposal, 'names'>) {
  const t = usePhrases(taskPhrases)
  const named = columns.filter((column) => column.kind === 'categories')
  return (
    <dl className="task-words">
      {named.map(({ name, categories }) => (
        <WordList key={name} title={name} words={categories} />
      ))}
      {label?.classes && (
        <WordList title={t('names.classes', { label: label.column })} words={label.classes} counts={label.counts} />
      )}
    </dl>
  )
}

interface WordListProps {
  title: string
  words: string[]
  counts?: ClassCount[] | undefined
}

function WordList({ title, words, counts }: WordListProps) {
  const t = usePhrases(taskPhrases)
  const format = useFormat()
  const rowsOf = (word: string) => counts?.find(({ name }) => name === word)?.rows
  return (
    <div>
      <dt>{title}</dt>
      <dd>
        {words.length === 0 ? (
          <span className="t-soft">{t('names.column.none', { fewest: FEWEST_ROWS_NAMED })}</span>
        ) : (
          <ul>
            {words.map((word) => {
              const rows = rowsOf(word)
              return (
                <li key={word}>
                  <span className="task-word">{word}</span>
                  {rows !== undefined && (
                    <span className="t-soft t-num"> {t('classes.least', { rows: format.number(rows) })}</span>
                  )}
                </li>
              )
            })}
          </ul>
        )}
      </dd>
    </div>
  )
}

function useConfirm(task: TaskDetail, onDone: () => void) {
  const t = usePhrases(taskPhrases)
  const { message } = App.useApp()
  const client = useQueryClient()
  return useMutation({
    mutationKey: savingStep(task.id),
    mutationFn: confirmNames,
    onSuccess: async (_nothing, { names }) => {
      if (wordsOf(names).length > 0) message.success(t('names.sent'))
      else if (names.ownTable !== undefined) message.success(t('names.own.sent'))
      await Promise.all([
        client.invalidateQueries({ queryKey: ['task', task.id] }),
        client.invalidateQueries({ queryKey: ['grant'] }),
      ])
      onDone()
    },
  })
}
