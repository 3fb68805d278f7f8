import { type HeldDataset, MINIMUM_ROWS, type RowFilter } from '@tessera/contract'
import { Button } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { rowsAre } from '../../kinds/use-dataset-size.ts'
import { formatNumber } from '../../lib/format.ts'
import { usePhrases } from '../../lib/i18n.ts'
import { useMutation } from '../../lib/mutation.ts'
import { ErrorNote } from '../../ui/index.ts'
import { edgePagePhrases } from '../phrases.ts'
import { listMatchingIds } from './api.ts'
import { type Chosen, MAX_PICKED, withRows } from './row-choice.ts'

interface Props {
  dataset: HeldDataset
  ids: Chosen
  onChange: (ids: Chosen) => void
  filters: RowFilter[]
  /** The number of rows that match the filters. */
  matching: number
}

/** The number of selected rows, with buttons to select or deselect many at once. */
export function RowPicks({ dataset, ids, onChange, filters, matching }: Props) {
  const t = usePhrases(edgePagePhrases)
  const [found, setFound] = useState(0)
  const stop = useStopOnLeave()
  const pickMatching = useMutation({
    mutationFn: () => listMatchingIds(dataset.tableName, filters, { onProgress: setFound, signal: stop() }),
    onSuccess: (found) => onChange(withRows(ids, found, true)),
  })
  const isFiltered = filters.length > 0
  return (
    <>
      <div className="t-row">
        <span role="status" className="t-num">
          {t(`choose.${rowsAre(dataset)}.selected`, {
            selected: formatNumber(ids.size),
            total: formatNumber(dataset.rowCount),
          })}
        </span>
        {isFiltered && (
          <Button
            size="small"
            disabled={matching === 0 || matching > MAX_PICKED}
            loading={pickMatching.isPending}
            onClick={() => pickMatching.mutate()}
          >
            {pickMatching.isPending
              ? t('choose.rows.matching.found', { found: formatNumber(found), count: matching })
              : t('choose.rows.matching', { count: matching })}
          </Button>
        )}
        <Button size="small" type="text" disabled={ids.size === 0} onClick={() => onChange(new Set())}>
          {t('choose.rows.clear')}
        </Button>
        <span className="t-soft">{t('choose.rows.least', { minimum: MINIMUM_ROWS })}</span>
      </div>
      {isFiltered && matching > MAX_PICKED && (
        <p className="t-soft">{t('choose.rows.matching.tooMany', { most: formatNumber(MAX_PICKED) })}</p>
      )}
      <ErrorNote error={pickMatching.error} />
    </>
  )
}

/** Returns a function for a signal that aborts work when the component unmounts. */
function useStopOnLeave() {
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])
  return () => {
    running.current = new AbortController()
    return running.current.signal
  }
}
