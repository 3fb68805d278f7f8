import { useQuery } from '@tanstack/react-query'
import type { Dataset } from '@tessera/contract'
import { GraphView } from '../../kinds/graphs/GraphView.tsx'
import { FormatTable } from '../../kinds/tables/FormatTable.tsx'
import { useKindName } from '../../kinds/use-kind-name.ts'
import { usePhrases } from '../../lib/i18n.ts'
import { EmptyState, Panel } from '../../ui/index.ts'
import { AnalysisCharts } from './AnalysisCharts.tsx'
import { graphQuery } from './api.ts'
import { DatasetRows } from './DatasetRows.tsx'
import { phrases } from './phrases.ts'

/** Rows for those who may read them; columns and formats of a table for everybody else, and nothing of other kinds. */
export function DatasetContent({ dataset }: { dataset: Dataset }) {
  return dataset.abilities.readRows ? <OwnContent dataset={dataset} /> : <ForeignContent dataset={dataset} />
}

function OwnContent({ dataset }: { dataset: Dataset }) {
  const t = usePhrases(phrases)
  const { contentType, tableName } = dataset
  return (
    <>
      {contentType === 'graph' && (
        <Panel title={t('detail.graph')}>
          <Graph tableName={tableName} />
        </Panel>
      )}
      <Panel title={t(`detail.content.${contentType}`)}>
        <p className="t-soft" style={{ marginBottom: 12 }}>
          {t('detail.table.note', { party: dataset.partyName })}
        </p>
        <DatasetRows dataset={dataset} />
      </Panel>
      {contentType !== 'tabular' && (
        <Panel title={t('review.analysis')}>
          <AnalysisCharts tableName={tableName} />
        </Panel>
      )}
    </>
  )
}

function Graph({ tableName }: { tableName: string }) {
  return <GraphView sample={useQuery(graphQuery(tableName))} />
}

function ForeignContent({ dataset }: { dataset: Dataset }) {
  const t = usePhrases(phrases)
  const nameOf = useKindName()
  const { contentType, partyName } = dataset
  if (contentType !== 'tabular') {
    return (
      <EmptyState
        title={t('detail.unsupported.title')}
        reason={t('detail.unsupported.reason', { kind: nameOf(contentType), party: partyName })}
      />
    )
  }
  return (
    <Panel title={t('detail.formats')}>
      <p className="t-soft" style={{ marginBottom: 12 }}>
        {t('detail.formats.note', { party: partyName })}
      </p>
      <FormatTable {...dataset} height={560} />
    </Panel>
  )
}
