import type { HeldDataset } from '@tessera/contract'
import { Button, Select } from 'antd'
import { useId, useState } from 'react'
import { useRowsText } from '../../../kinds/use-dataset-size.ts'
import { usePhrases } from '../../../lib/i18n.ts'
import { EmptyState, ErrorNote } from '../../../ui/index.ts'
import styles from '../inference.module.css'
import { phrases } from '../phrases.ts'
import type { OwnDatasets } from './use-own-datasets.ts'

interface Props {
  /** Columns that a dataset must have. */
  columns: string[]
  /** The datasets to choose from. Null if the model cannot predict whole datasets. */
  datasets: OwnDatasets | null
  isPending: boolean
  error: unknown
  onSubmit: (datasetId: string) => void
}

/**
 * Chooses a dataset of the user's party, whose rows stay at the edge during the prediction. Also lists datasets that
 * lack columns, with the missing columns.
 */
export function DatasetInput({ columns, datasets: query, isPending, error, onSubmit }: Props) {
  const t = usePhrases(phrases)
  const rowsText = useRowsText()
  const id = useId()
  const [chosen, setChosen] = useState<string | null>(null)
  if (!query) return <EmptyState title={t('dataset.needsEdge')} />
  const datasets = query.data
  if (!datasets && query.error) return <ErrorNote error={query.error} onRetry={() => void query.refetch()} />

  const lacking = (dataset: HeldDataset) => columns.filter((column) => !dataset.columns.includes(column))
  if (datasets && !datasets.some((dataset) => lacking(dataset).length === 0)) {
    return <EmptyState title={t('dataset.none')} reason={t('dataset.none.reason')} />
  }

  return (
    <form
      className="t-stack"
      onSubmit={(event) => {
        event.preventDefault()
        if (chosen !== null) onSubmit(chosen)
      }}
    >
      <div className={styles.field}>
        <label htmlFor={id}>{t('dataset.label')}</label>
        <Select
          id={id}
          style={{ width: '100%' }}
          placeholder={t('dataset.placeholder')}
          loading={datasets === undefined}
          disabled={isPending}
          value={chosen}
          onChange={setChosen}
          showSearch={{ optionFilterProp: 'title' }}
          options={(datasets ?? []).map((dataset) => {
            const missing = lacking(dataset)
            const label = t('dataset.option', {
              name: dataset.name,
              size: rowsText(dataset.contentType, dataset.rowCount),
            })
            return {
              value: dataset.id,
              title: label,
              disabled: missing.length > 0,
              label: missing.length ? (
                <span className={styles.option}>
                  {label}
                  <small>{t('dataset.lacks', { columns: missing.join(', ') })}</small>
                </span>
              ) : (
                label
              ),
            }
          })}
        />
      </div>
      {datasets?.some((dataset) => lacking(dataset).length > 0) && <p className="t-soft">{t('dataset.lacks.help')}</p>}
      <span className="t-soft">{t('dataset.help')}</span>
      <ErrorNote error={error} />
      <Button
        type="primary"
        htmlType="submit"
        loading={isPending}
        disabled={chosen === null}
        style={{ alignSelf: 'flex-start' }}
      >
        {t('dataset.submit')}
      </Button>
    </form>
  )
}
