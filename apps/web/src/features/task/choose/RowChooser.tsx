import type { Dataset } from '@tessera/contract'
import { Radio } from 'antd'
import { usePhrases } from '../../../lib/i18n.ts'
import { taskPhrases } from '../phrases.ts'
import { PictureTable } from './PictureTable.tsx'
import { RowTable } from './RowTable.tsx'
import { hasRowChoice, type RowChoice } from './row-choice.ts'

export interface RowChooserProps {
  dataset: Dataset
  choice: RowChoice
  onChange: (choice: RowChoice) => void
}

/** All rows, or those that are ticked among what the edge shows. */
export function RowChooser({ dataset, choice, onChange }: RowChooserProps) {
  const t = usePhrases(taskPhrases)
  if (!hasRowChoice(dataset)) {
    return <p className="t-soft">{t('dataset.whole', { kind: t(`kind.${dataset.contentType}`) })}</p>
  }
  const Rows = dataset.contentType === 'vision' ? PictureTable : RowTable
  return (
    <div className="t-stack">
      <Radio.Group
        aria-label={t('dataset.rows')}
        value={choice.mode}
        onChange={(event) => onChange({ ...choice, mode: event.target.value })}
        options={[
          { value: 'all', label: t('dataset.rows.all', { count: dataset.rowCount }) },
          { value: 'some', label: t('dataset.rows.some') },
        ]}
      />
      {choice.mode === 'some' && <Rows dataset={dataset} choice={choice} onChange={onChange} />}
    </div>
  )
}
