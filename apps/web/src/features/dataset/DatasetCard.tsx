import type { Dataset } from '@tessera/contract'
import { KindTag } from '../../kinds/KindTag.tsx'
import { useFormat } from '../../lib/format.ts'
import { usePhrases } from '../../lib/i18n.ts'
import { paths } from '../../lib/paths.ts'
import { LinkCard, PartyTile } from '../../ui/index.ts'
import { phrases } from './phrases.ts'

/** What a dataset's rows are. */
const COUNTED = {
  tabular: 'card.rows',
  vision: 'card.pictures',
  yolo: 'card.pictures',
  nlp: 'card.texts',
  graph: 'card.nodes',
} as const

/** A dataset in a list: whose it is, what kind, how many rows. */
export function DatasetCard({ dataset, from }: { dataset: Dataset; from?: 'Home' }) {
  const t = usePhrases(phrases)
  const format = useFormat()
  const isTable = dataset.contentType === 'tabular'
  return (
    <LinkCard
      to={paths.dataset(dataset.id, { partyId: dataset.partyId, ...(from && { from }) })}
      title={dataset.name}
      tag={<KindTag kind={dataset.contentType} />}
      footer={
        <>
          <span>{t(COUNTED[dataset.contentType], { count: dataset.rowCount })}</span>
          {isTable && <span>{t('card.columns', { count: dataset.columns.length })}</span>}
          <span>{format.date(dataset.createTime)}</span>
        </>
      }
    >
      <span className="t-row" style={{ gap: 8, marginBottom: 4 }}>
        <PartyTile partyId={dataset.partyId} size={20} />
        {dataset.partyName}
      </span>
      {dataset.description}
    </LinkCard>
  )
}
