import { useQuery } from '@tanstack/react-query'
import type { Dataset } from '@tessera/contract'
import { Button, Radio } from 'antd'
import { useState } from 'react'
import { useFormat } from '../../lib/format.ts'
import { usePhrases } from '../../lib/i18n.ts'
import { useGo } from '../../lib/navigation.ts'
import { paths } from '../../lib/paths.ts'
import { CardSkeleton, EmptyState, ErrorNote, Pager, SearchBox } from '../../ui/index.ts'
import { CHOOSER_PAGE_SIZE, ownDatasetsQuery } from './api.ts'
import { taskPhrases } from './phrases.ts'

/** The party's own datasets, one to be chosen. */
export function DatasetChooser({ chosen, onChoose }: { chosen: Dataset | null; onChoose: (dataset: Dataset) => void }) {
  const t = usePhrases(taskPhrases)
  const format = useFormat()
  const go = useGo()
  const [name, setName] = useState('')
  const [page, setPage] = useState(1)
  const datasets = useQuery(ownDatasetsQuery(page, name))
  if (datasets.isPending) return <CardSkeleton count={2} height={56} />
  if (datasets.isError) return <ErrorNote error={datasets.error} onRetry={() => void datasets.refetch()} />
  const { records, total } = datasets.data
  if (total === 0 && !name) {
    return (
      <EmptyState
        title={t('dataset.empty.title')}
        reason={t('dataset.empty.reason')}
        action={
          <Button type="primary" onClick={() => go(paths.myData())}>
            {t('dataset.empty.action')}
          </Button>
        }
      />
    )
  }
  return (
    <div className="t-stack">
      {(total > CHOOSER_PAGE_SIZE || name) && (
        <SearchBox
          value={name}
          label={t('dataset.search')}
          onSearch={(text) => {
            setName(text)
            setPage(1)
          }}
        />
      )}
      {records.length === 0 && <p className="t-soft">{t('dataset.none')}</p>}
      <Radio.Group
        className="task-choices"
        aria-label={t('dataset.list')}
        value={chosen?.id ?? null}
        onChange={(event) => {
          const dataset = records.find(({ id }) => id === event.target.value)
          if (dataset) onChoose(dataset)
        }}
      >
        {records.map((dataset) => (
          <Radio key={dataset.id} value={dataset.id} className="task-choice">
            <strong>{dataset.name}</strong>
            <span className="t-soft t-num">
              {t('dataset.meta', { rows: format.number(dataset.rowCount), columns: dataset.columns.length })} ·{' '}
              {dataset.size}
            </span>
          </Radio>
        ))}
      </Radio.Group>
      <Pager pageNo={page} pageSize={CHOOSER_PAGE_SIZE} total={total} onChange={setPage} />
    </div>
  )
}
