import { type Dataset, dataKindOf } from '@tessera/contract'
import { kindPhrases } from '../../kinds/phrases.ts'
import { useKindText } from '../../kinds/use-kind-text.ts'
import { useFormat } from '../../lib/format.ts'
import { usePhrases } from '../../lib/i18n.ts'
import { Facts, PartyTile } from '../../ui/index.ts'
import { phrases } from './phrases.ts'

/** The facts of a dataset as a description list. */
export function DatasetFacts({ dataset, isOwn }: { dataset: Dataset; isOwn: boolean }) {
  const t = usePhrases(phrases)
  const tKind = usePhrases(kindPhrases)
  const format = useFormat()
  const textOf = useKindText()
  const hasColumns = dataKindOf(dataset.contentType).profilesColumns && dataset.columns.length > 0
  return (
    <div className="t-stack">
      <p style={{ maxWidth: '80ch', whiteSpace: 'pre-wrap' }}>
        {dataset.description || <span className="t-soft">{t('detail.noIntroduction')}</span>}
      </p>
      <Facts
        items={[
          {
            term: t('detail.party'),
            value: (
              <span className="t-row" style={{ gap: 8 }}>
                <PartyTile partyId={dataset.partyId} size={20} />
                {dataset.partyName}
              </span>
            ),
          },
          { term: t('detail.uploader'), value: dataset.createdBy },
          { term: t('detail.created'), value: format.dateTime(dataset.createTime) },
          { term: t('detail.name'), value: dataset.name },
          { term: t('detail.kind'), value: textOf(dataset.contentType, 'name') },
          { term: textOf(dataset.contentType, 'rowCount'), value: format.number(dataset.rowCount) },
          { term: t('detail.columns'), value: hasColumns ? format.number(dataset.columns.length) : null },
          { term: t('detail.size'), value: dataset.size },
          { term: t('detail.sharing'), value: isOwn ? tKind(`sharing.${dataset.sharing}`) : null },
        ]}
      />
    </div>
  )
}
