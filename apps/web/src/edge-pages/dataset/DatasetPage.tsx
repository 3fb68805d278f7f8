import { useQuery } from '@tanstack/react-query'
import { dataKindOf, type HeldDataset } from '@tessera/contract'
import { Skeleton } from 'antd'
import { useEffect } from 'react'
import { AnalysisCharts } from '../../kinds/analysis/AnalysisCharts.tsx'
import { GraphView } from '../../kinds/graphs/GraphView.tsx'
import { KindTag } from '../../kinds/KindTag.tsx'
import { useKindText } from '../../kinds/use-kind-text.ts'
import { usePhrases } from '../../lib/i18n.ts'
import { useQueryParams } from '../../lib/navigation.ts'
import { ErrorNote, Panel } from '../../ui/index.ts'
import { isFramed } from '../console-line.ts'
import { analysisQuery } from '../own-rows.ts'
import { PageGate, UnnamedHeading } from '../PageGate.tsx'
import { edgePagePhrases } from '../phrases.ts'
import { DatasetRows } from './DatasetRows.tsx'
import { graphQuery, heldQuery } from './queries.ts'

/** The content of a dataset, for members who can read its rows. In a frame, the console shows the dataset's name. */
export function DatasetPage() {
  return (
    <div className="own-dataset">
      <PageGate>
        <Shown />
      </PageGate>
    </div>
  )
}

function Shown() {
  const { id = '' } = useQueryParams()
  const { data: dataset, error, isPending, refetch } = useQuery(heldQuery(id))
  useEffect(() => {
    document.title = dataset ? `${dataset.name} · Tessera` : 'Tessera'
  }, [dataset])
  return (
    <>
      {!isFramed() && dataset && (
        <div className="t-row">
          <h1>{dataset.name}</h1>
          <KindTag kind={dataset.contentType} />
        </div>
      )}
      {!dataset && error && <UnnamedHeading about="rows" />}
      <ErrorNote error={error} onRetry={() => void refetch()} />
      {isPending && <Skeleton active paragraph={{ rows: 10 }} />}
      {dataset && <Content dataset={dataset} />}
    </>
  )
}

function Content({ dataset }: { dataset: HeldDataset }) {
  const t = usePhrases(edgePagePhrases)
  const textOf = useKindText()
  const { contentType, tableName } = dataset
  const analysis = useQuery(analysisQuery(tableName))
  const { hasLinks, profilesColumns } = dataKindOf(contentType)
  const fileName = analysis.data?.fileName
  return (
    <>
      {hasLinks && (
        <Panel title={t('dataset.graph')}>
          <Graph tableName={tableName} />
        </Panel>
      )}
      <Panel title={textOf(contentType, 'rows')}>
        <p className="t-soft own-dataset-note">
          {t('dataset.note')} {fileName && t('dataset.file', { name: fileName })}
        </p>
        <DatasetRows dataset={dataset} />
      </Panel>
      {!profilesColumns && (
        <Panel title={t('dataset.analysis')}>
          <AnalysisCharts analysis={analysis} />
        </Panel>
      )}
    </>
  )
}

function Graph({ tableName }: { tableName: string }) {
  return <GraphView sample={useQuery(graphQuery(tableName))} />
}
