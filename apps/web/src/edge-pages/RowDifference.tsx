import type { UseQueryResult } from '@tanstack/react-query'
import { contentTypeOf, type GrantDraft, type NearTicket, type RowComparison, type RowRemedy } from '@tessera/contract'
import { Alert, Button, Checkbox, Progress } from 'antd'
import { usePhrases } from '../lib/i18n.ts'
import { useMutation } from '../lib/mutation.ts'
import { useRowsWords } from '../lib/rows-words.ts'
import { ErrorNote } from '../ui/index.ts'
import { changeRows } from './api.ts'
import { edgePagePhrases } from './phrases.ts'

interface Props {
  draft: GrantDraft
  comparison: UseQueryResult<RowComparison>
  isConfirmed: boolean
  onConfirm: (isConfirmed: boolean) => void
  /** Called when the member has offered other rows. The ticket that is shown can then no longer be signed. */
  onChanged: (rowCount: number) => void
}

/** The difference between a ticket's rows and those of earlier runs, and the remedies if they differ in few rows. */
export function RowDifference({ draft, comparison, isConfirmed, onConfirm, onChanged }: Props) {
  const t = usePhrases(edgePagePhrases)
  const { data, error, refetch } = comparison
  const change = useMutation({
    mutationFn: ({ grantId, remedy }: { grantId: string; remedy: RowRemedy }) =>
      changeRows(draft.taskId, grantId, remedy),
    onSuccess: ({ rowCount }) => onChanged(rowCount),
  })
  if (error) return <ErrorNote error={error} onRetry={() => void refetch()} />
  if (!data?.near) {
    return (
      <div>
        <p id="comparing" role="status" className="t-soft">
          {t('difference.comparing')}
        </p>
        <Progress percent={data?.percent ?? 0} aria-labelledby="comparing" />
      </div>
    )
  }
  const { near } = data
  const isRefused = near.some((one) => one.isRefused)
  return (
    <>
      {near.length > 0 && (
        <Alert
          type="error"
          showIcon
          role="alert"
          title={t(isRefused ? 'difference.refused' : 'difference.near')}
          description={
            <div className="t-stack">
              <p>{t('difference.why')}</p>
              <ul className="difference-tickets">
                {near.map((one) => (
                  <NearItem
                    key={one.grantId}
                    near={one}
                    draft={draft}
                    isBusy={change.isPending}
                    onRemedy={(remedy) => change.mutate({ grantId: one.grantId, remedy })}
                  />
                ))}
              </ul>
              <ErrorNote error={change.error} />
              {!isRefused && (
                <Checkbox checked={isConfirmed} onChange={({ target }) => onConfirm(target.checked)}>
                  {t('difference.confirm')}
                </Checkbox>
              )}
            </div>
          }
        />
      )}
      <p className="t-soft ticket-small">
        {near.length === 0 && `${t('difference.none')} `}
        {t('difference.limits')}
      </p>
    </>
  )
}

interface ItemProps {
  near: NearTicket
  draft: GrantDraft
  isBusy: boolean
  onRemedy: (remedy: RowRemedy) => void
}

function NearItem({ near, draft, isBusy, onRemedy }: ItemProps) {
  const t = usePhrases(edgePagePhrases)
  const rows = useRowsWords(contentTypeOf(draft.plan.data, draft.plan.target))
  const { number, taskName, leaveOut, hasSameRows } = near
  return (
    <li>
      <p>{t('difference.ticket', { rows: rows.count(near.rows), count: near.rows, number, task: taskName })}</p>
      {leaveOut === null && !hasSameRows ? (
        <p>{t('difference.other', { rows: rows.many, number })}</p>
      ) : (
        <div className="t-row difference-remedies">
          {hasSameRows && (
            <Button disabled={isBusy} onClick={() => onRemedy('same-rows')}>
              {t('difference.same', { number, rows: rows.many })}
            </Button>
          )}
          {leaveOut !== null && (
            <Button disabled={isBusy} onClick={() => onRemedy('leave-out')}>
              {t('difference.leaveOut', { rows: rows.count(leaveOut) })}
            </Button>
          )}
        </div>
      )}
    </li>
  )
}

/** Replaces the signing form when the member has offered other rows. */
export function RowsChanged({ draft, rowCount }: { draft: GrantDraft; rowCount: number }) {
  const t = usePhrases(edgePagePhrases)
  const rows = useRowsWords(contentTypeOf(draft.plan.data, draft.plan.target))
  return (
    <Alert
      type="success"
      showIcon
      role="status"
      title={t('difference.changed', { rows: rows.count(rowCount) })}
      description={t('difference.changed.text', { rows: rows.many })}
    />
  )
}
