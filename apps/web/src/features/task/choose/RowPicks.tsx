import { MINIMUM_ROWS, type RowFilter } from '@tessera/contract'
import { Button } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { formatNumber } from '../../../lib/format.ts'
import { usePhrases } from '../../../lib/i18n.ts'
import { useMutation } from '../../../lib/mutation.ts'
import { ErrorNote } from '../../../ui/index.ts'
import { listMatchingIds } from '../data-api.ts'
import { taskPhrases } from '../phrases.ts'
import type { RowChooserProps } from './RowChooser.tsx'
import { ALL_ROWS, MOST_PICKED, rowsAre, withRows } from './row-choice.ts'

interface Props extends RowChooserProps {
  filters: RowFilter[]
  /** Rows that meet them. */
  matching: number
}

/** How many rows are chosen, and how to choose or drop many at once. */
export function RowPicks({ dataset, choice, onChange, filters, matching }: Props) {
  const t = usePhrases(taskPhrases)
  const of = rowsAre(dataset)
  const [found, setFound] = useState(0)
  const stop = useStopOnLeave()
  const pickMatching = useMutation({
    mutationFn: () => listMatchingIds(dataset.tableName, filters, { onProgress: setFound, signal: stop() }),
    onSuccess: (ids) => onChange(withRows(choice, ids, true)),
  })
  const isFiltered = filters.length > 0
  return (
    <>
      <div className="t-row">
        <span role="status" className="t-num">
          {t(`dataset.${of}.selected`, {
            selected: formatNumber(choice.ids.size),
            total: formatNumber(dataset.rowCount),
          })}
        </span>
        {isFiltered ? (
          <Button
            size="small"
            disabled={matching === 0 || matching > MOST_PICKED}
            loading={pickMatching.isPending}
            onClick={() => pickMatching.mutate()}
          >
            {pickMatching.isPending
              ? t('dataset.rows.matching.found', { found: formatNumber(found), count: matching })
              : t('dataset.rows.matching', { count: matching })}
          </Button>
        ) : (
          <Button size="small" onClick={() => onChange(ALL_ROWS)}>
            {t(`dataset.${of}.everything`, { count: dataset.rowCount })}
          </Button>
        )}
        <Button
          size="small"
          type="text"
          disabled={choice.ids.size === 0}
          onClick={() => onChange({ ...ALL_ROWS, mode: 'some' })}
        >
          {t('dataset.rows.clear')}
        </Button>
        <span className="t-soft">{t('dataset.rows.least', { minimum: MINIMUM_ROWS })}</span>
      </div>
      {isFiltered && matching > MOST_PICKED && (
        <p className="t-soft">{t('dataset.rows.matching.tooMany', { most: formatNumber(MOST_PICKED) })}</p>
      )}
      <ErrorNote error={pickMatching.error} />
    </>
  )
}

/** A signal for work that has no reader any more once the component is gone. */
function useStopOnLeave() {
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])
  return () => {
    running.current = new AbortController()
    return running.current.signal
  }
}
