import type { Dataset } from '@tessera/contract'
import { KindTag } from '../../kinds/KindTag.tsx'
import { useDatasetSize } from '../../kinds/use-dataset-size.ts'
import { useFormat } from '../../lib/format.ts'
import { paths } from '../../lib/paths.ts'
import { LinkCard, PartyTile } from '../../ui/index.ts'

/** A dataset in a list: owner, kind and size. */
export function DatasetCard({ dataset, from }: { dataset: Dataset; from?: 'Home' }) {
  const sizeOf = useDatasetSize()
  const format = useFormat()
  return (
    <LinkCard
      to={paths.dataset(dataset.id, { partyId: dataset.partyId, ...(from && { from }) })}
      title={dataset.name}
      tag={<KindTag kind={dataset.contentType} />}
      footer={
        <>
          {sizeOf(dataset).map((part) => (
            <span key={part}>{part}</span>
          ))}
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
