import { useQuery } from '@tanstack/react-query'
import {
  type ClassCount,
  type ContentType,
  FEWEST_ROWS_NAMED,
  type NamesProposal,
  ROWS_ROUNDED_TO,
  wordsOf,
} from '@tessera/contract'
import { Button, Checkbox, Skeleton } from 'antd'
import { useId, useState } from 'react'
import { usePhrases } from '../../lib/i18n.ts'
import { useMutation } from '../../lib/mutation.ts'
import { type RowsWords, useRowsWords } from '../../lib/rows-words.ts'
import { ErrorNote } from '../../ui/index.ts'
import { isFramed, tellConsole } from '../console-line.ts'
import { heldQuery } from '../dataset/queries.ts'
import { RoomGate } from '../RoomGate.tsx'
import { TokenOver } from '../TokenOver.tsx'
import { confirmNames, proposedNamesQuery } from './api.ts'
import { namesPhrases } from './phrases.ts'

/** The words of the party's rows that a task's plan will name: read here, and sent by this edge when a member says so. */
export function NamesPage({ taskId }: { taskId: string | null }) {
  const t = usePhrases(namesPhrases)
  if (taskId === null || !isFramed()) {
    return (
      <>
        <h1>{t('names.heading')}</h1>
        <TokenOver wasIn={false} path="/mytask" nobody={t('names.nobody')} />
      </>
    )
  }
  return (
    <div className="own-choice">
      <RoomGate>
        <Proposed taskId={taskId} />
      </RoomGate>
    </div>
  )
}

function Proposed({ taskId }: { taskId: string }) {
  const proposed = useQuery(proposedNamesQuery(taskId))
  const proposal = proposed.data
  const dataset = useQuery({ ...heldQuery(proposal?.datasetId ?? ''), enabled: proposal !== undefined })
  const failed = [proposed, dataset].find(({ isError }) => isError)
  if (failed) return <ErrorNote error={failed.error} onRetry={() => void failed.refetch()} />
  if (!proposal || !dataset.data) return <Skeleton active />
  return <NamesForm key={proposal.datasetId} proposal={proposal} contentType={dataset.data.contentType} />
}

/** Nothing is sent without a press, not even that no word is: the platform can have this page opened. */
function NamesForm({ proposal, contentType }: { proposal: NamesProposal; contentType: ContentType }) {
  const t = usePhrases(namesPhrases)
  const rows = useRowsWords(contentType)
  const isWordless = wordsOf(proposal.names).length === 0
  const { ownTable, label } = proposal.names
  const isCounted = Boolean(label?.counts?.length)
  const [isShown, setShown] = useState(ownTable)
  const { mutate, error, isPending } = useMutation({
    mutationFn: confirmNames,
    onSuccess: () => tellConsole({ say: 'confirmed' }),
  })
  const submit = () => mutate({ ...proposal, names: { ...proposal.names, ownTable: isShown } })

  return (
    <div className="t-stack">
      {isWordless ? (
        <p role="status">{t('names.none')}</p>
      ) : (
        <>
          <p>
            <strong>{t('names.leave')}</strong> {t('names.leave.only')}{' '}
            {t(isCounted ? 'names.leave.counts' : 'names.leave.uncounted', { rows: rows.many, step: ROWS_ROUNDED_TO })}
          </p>
          <Words names={proposal.names} rows={rows} />
          <p className="t-soft">{t('names.other', { rows: rows.count(FEWEST_ROWS_NAMED), many: rows.many })}</p>
        </>
      )}
      {isShown !== undefined && <OwnTableChoice isShown={isShown} onChange={setShown} />}
      <ErrorNote error={error} onRetry={submit} />
      <div>
        <Button type="primary" loading={isPending} onClick={submit}>
          {t(isWordless ? 'names.confirm' : 'names.submit')}
        </Button>
      </div>
    </div>
  )
}

/** Whether the others see a table of this party's rows alone: no, unless it says so. */
function OwnTableChoice({ isShown, onChange }: { isShown: boolean; onChange: (isShown: boolean) => void }) {
  const t = usePhrases(namesPhrases)
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

function Words({ names: { columns, label }, rows }: Pick<NamesProposal, 'names'> & { rows: RowsWords }) {
  const t = usePhrases(namesPhrases)
  const named = columns.filter((column) => column.kind === 'categories')
  return (
    <dl className="own-words">
      {named.map(({ name, categories }) => (
        <WordList key={name} title={name} words={categories} rows={rows} />
      ))}
      {label?.classes && (
        <WordList
          title={t('names.classes', { label: label.column })}
          words={label.classes}
          counts={label.counts}
          rows={rows}
        />
      )}
    </dl>
  )
}

interface WordListProps {
  title: string
  words: string[]
  counts?: ClassCount[] | undefined
  rows: RowsWords
}

function WordList({ title, words, counts, rows }: WordListProps) {
  const t = usePhrases(namesPhrases)
  const countOf = (word: string) => counts?.find(({ name }) => name === word)?.rows
  return (
    <div>
      <dt>{title}</dt>
      <dd>
        {words.length === 0 ? (
          <span className="t-soft">{t('names.column.none', { rows: rows.count(FEWEST_ROWS_NAMED) })}</span>
        ) : (
          <ul>
            {words.map((word) => {
              const count = countOf(word)
              return (
                <li key={word}>
                  <span className="own-word">{word}</span>
                  {count !== undefined && (
                    <span className="t-soft t-num"> {t('names.least', { rows: rows.count(count) })}</span>
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
