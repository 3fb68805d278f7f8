import { useQueryClient } from '@tanstack/react-query'
import type { Dataset } from '@tessera/contract'
import { useFormat } from '../../lib/format.ts'
import { usePhrases } from '../../lib/i18n.ts'
import { DeleteButton } from '../../ui/index.ts'
import { datasetQuery, deleteDataset } from './api.ts'
import { phrases } from './phrases.ts'

export function DeleteDatasetButton({ dataset, onDeleted }: { dataset: Dataset; onDeleted: () => void }) {
  const t = usePhrases(phrases)
  const format = useFormat()
  const client = useQueryClient()
  const { id, name, rowCount, partyName } = dataset
  return (
    <DeleteButton
      label={t('detail.delete')}
      title={t('detail.delete.title', { name })}
      consequence={t('detail.delete.consequence', { rows: format.number(rowCount), party: partyName })}
      doneText={t('detail.deleted', { name })}
      onDelete={() => deleteDataset(id)}
      onDeleted={() => {
        onDeleted()
        client.removeQueries({ queryKey: datasetQuery(id).queryKey })
        void client.invalidateQueries({ queryKey: ['dataset'] })
      }}
    />
  )
}
