import type { Dataset } from '@tessera/contract'
import { usePhrases } from '../../lib/i18n.ts'
import { EmptyState, Panel } from '../../ui/index.ts'
import { AnalysisCharts } from './AnalysisCharts.tsx'
import { FormatTable } from './FormatTable.tsx'
import { GraphView } from './GraphView.tsx'
import { PictureRows } from './PictureRows.tsx'
import { phrases } from './phrases.ts'
import { RowsTable } from './RowsTable.tsx'
import { TextRows } from './TextRows.tsx'

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
          <GraphView tableName={tableName} />
        </Panel>
      )}
      <Panel title={t(`detail.content.${contentType}`)}>
        <p className="t-soft" style={{ marginBottom: 12 }}>
          {t('detail.table.note', { party: dataset.partyName })}
        </p>
        <Rows dataset={dataset} />
      </Panel>
      {contentType !== 'tabular' && (
        <Panel title={t('review.analysis')}>
          <AnalysisCharts tableName={tableName} />
        </Panel>
      )}
    </>
  )
}

function Rows({ dataset }: { dataset: Dataset }) {
  switch (dataset.contentType) {
    case 'vision':
    case 'yolo':
      return <PictureRows dataset={dataset} />
    case 'nlp':
      return <TextRows dataset={dataset} />
    case 'tabular':
    case 'graph':
      return <RowsTable dataset={dataset} />
  }
}

function ForeignContent({ dataset }: { dataset: Dataset }) {
  const t = usePhrases(phrases)
  const { contentType, partyName } = dataset
  if (contentType !== 'tabular') {
    return (
      <EmptyState
        title={t('detail.unsupported.title')}
        reason={t('detail.unsupported.reason', { kind: t(`kind.${contentType}`), party: partyName })}
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
