import type { Dataset } from '@tessera/contract'
import { usePhrases } from '../../lib/i18n.ts'
import { EmptyState, Panel } from '../../ui/index.ts'
import { FormatTable } from './FormatTable.tsx'
import { phrases } from './phrases.ts'
import { RowsTable } from './RowsTable.tsx'

/** Rows for those who may read them, columns and formats for everybody else. */
export function DatasetContent({ dataset }: { dataset: Dataset }) {
  const t = usePhrases(phrases)
  if (dataset.contentType !== 'tabular') {
    return (
      <EmptyState
        title={t('detail.unsupported.title')}
        reason={t('detail.unsupported.reason', { kind: t(`kind.${dataset.contentType}`) })}
      />
    )
  }
  const readsRows = dataset.abilities.readRows
  return (
    <Panel title={t(readsRows ? 'detail.table' : 'detail.formats')}>
      <p className="t-soft" style={{ marginBottom: 12 }}>
        {t(readsRows ? 'detail.table.note' : 'detail.formats.note', { party: dataset.partyName })}
      </p>
      {readsRows ? <RowsTable dataset={dataset} /> : <FormatTable {...dataset} height={560} />}
    </Panel>
  )
}
