import { type Dataset, dataKindOf } from '@tessera/contract'
import { FormatTable } from '../../kinds/tables/FormatTable.tsx'
import { useKindName } from '../../kinds/use-kind-name.ts'
import { usePhrases } from '../../lib/i18n.ts'
import { EmptyState, Panel } from '../../ui/index.ts'
import { phrases } from './phrases.ts'

/** The public description of a dataset: columns and formats of a table, or a note that this kind has none. */
export function DatasetContent({ dataset }: { dataset: Dataset }) {
  const t = usePhrases(phrases)
  const nameOf = useKindName()
  const { contentType, partyName } = dataset
  if (!dataKindOf(contentType).profilesColumns) {
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
