import { useQuery } from '@tanstack/react-query'
import { ContentType, type Dataset } from '@tessera/contract'
import { Button, Radio, Select } from 'antd'
import { useState } from 'react'
import { useDatasetSize } from '../../../kinds/use-dataset-size.ts'
import { useKindName } from '../../../kinds/use-kind-name.ts'
import { type DatasetSearch, myDatasetsQuery } from '../../../lib/dataset-queries.ts'
import { usePhrases } from '../../../lib/i18n.ts'
import { useGo } from '../../../lib/navigation.ts'
import { paths } from '../../../lib/paths.ts'
import { CardSkeleton, EmptyState, ErrorNote, Pager, SearchBox } from '../../../ui/index.ts'
import { taskPhrases } from '../phrases.ts'

const ALL_KINDS = 'all'
const PER_PAGE = 10

/** Lets the user choose one of the party's own datasets. */
export function DatasetChooser({ chosen, onChoose }: { chosen: Dataset | null; onChoose: (dataset: Dataset) => void }) {
  const t = usePhrases(taskPhrases)
  const nameOf = useKindName()
  const go = useGo()
  const [search, setSearch] = useState<DatasetSearch>({ name: '', kind: null })
  const [page, setPage] = useState(1)
  const datasets = useQuery(myDatasetsQuery(page, PER_PAGE, search))
  const change = (changed: Partial<DatasetSearch>) => {
    setSearch({ ...search, ...changed })
    setPage(1)
  }
  if (datasets.isPending) return <CardSkeleton count={2} height={56} />
  if (datasets.isError) return <ErrorNote error={datasets.error} onRetry={() => void datasets.refetch()} />
  const { records, total } = datasets.data
  if (total === 0 && !search.name && !search.kind) {
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
      <div className="t-row">
        <SearchBox value={search.name} label={t('dataset.search')} onSearch={(name) => change({ name })} />
        <Select<ContentType | typeof ALL_KINDS>
          className="task-filter"
          aria-label={t('dataset.kind')}
          value={search.kind ?? ALL_KINDS}
          onChange={(kind) => change({ kind: kind === ALL_KINDS ? null : kind })}
          options={[
            { value: ALL_KINDS, label: t('dataset.kind.all') },
            ...ContentType.options.map((kind) => ({ value: kind, label: nameOf(kind) })),
          ]}
        />
      </div>
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
            <DatasetFacts dataset={dataset} />
          </Radio>
        ))}
      </Radio.Group>
      <Pager pageNo={page} pageSize={PER_PAGE} total={total} onChange={setPage} />
    </div>
  )
}

function DatasetFacts({ dataset }: { dataset: Dataset }) {
  const nameOf = useKindName()
  const sizeOf = useDatasetSize()
  return (
    <span className="t-soft t-num">{[nameOf(dataset.contentType), ...sizeOf(dataset), dataset.size].join(' · ')}</span>
  )
}
