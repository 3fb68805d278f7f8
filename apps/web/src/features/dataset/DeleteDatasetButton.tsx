import { useQueryClient } from '@tanstack/react-query'
import type { Dataset, DatasetUse } from '@tessera/contract'
import { useId } from 'react'
import { useRowsText } from '../../kinds/use-dataset-size.ts'
import { datasetQuery } from '../../lib/dataset-queries.ts'
import { usePhrases } from '../../lib/i18n.ts'
import { DeleteButton, StatusTag } from '../../ui/index.ts'
import { deleteDataset } from './api.ts'
import styles from './dataset.module.css'
import { phrases } from './phrases.ts'

export function DeleteDatasetButton({ dataset, onDeleted }: { dataset: Dataset; onDeleted: () => void }) {
  const t = usePhrases(phrases)
  const rowsText = useRowsText()
  const client = useQueryClient()
  const { id, name, contentType, rowCount, partyName, uses = [] } = dataset
  return (
    <DeleteButton
      label={t('detail.delete')}
      title={t('detail.delete.title', { name })}
      consequence={
        <div className="t-stack">
          <p>{t('detail.delete.consequence', { size: rowsText(contentType, rowCount), party: partyName })}</p>
          <Uses uses={uses} />
        </div>
      }
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

const MAX_NAMED = 8

/** Lists the tasks that use the dataset. While one of them is training, the dataset cannot be deleted. */
function Uses({ uses }: { uses: DatasetUse[] }) {
  const t = usePhrases(phrases)
  const titleId = useId()
  if (uses.length === 0) return null
  // Lists tasks that prevent the deletion first.
  const named = uses.toSorted((one, other) => Number(other.isTraining) - Number(one.isTraining)).slice(0, MAX_NAMED)
  const more = uses.length - named.length
  return (
    <div>
      <p id={titleId}>{t('detail.delete.uses', { count: uses.length })}</p>
      <ul aria-labelledby={titleId} className={styles.uses}>
        {named.map(({ taskId, name, isTraining }) => (
          <li key={taskId}>
            {name} {isTraining && <StatusTag tone="progress" text={t('detail.delete.training')} />}
          </li>
        ))}
        {more > 0 && <li className="t-soft">{t('detail.delete.more', { count: more })}</li>}
      </ul>
      {uses.some(({ isTraining }) => isTraining) && <p>{t('detail.delete.stop')}</p>}
    </div>
  )
}
