import type { Dataset } from '@tessera/contract'
import { Radio } from 'antd'
import { useKindName } from '../../../kinds/use-kind-name.ts'
import { usePhrases } from '../../../lib/i18n.ts'
import { taskPhrases } from '../phrases.ts'

/** Whether all rows are offered, or some, which are chosen on a page of the edge. */
export type RowMode = 'all' | 'some'

/** Tables and pictures have rows to pick from; texts, graphs and pictures with boxes are offered as a whole. */
export const hasRowChoice = ({ contentType }: Pick<Dataset, 'contentType'>) =>
  contentType === 'tabular' || contentType === 'vision'

interface Props {
  dataset: Dataset
  mode: RowMode
  onChange: (mode: RowMode) => void
}

export function RowChooser({ dataset, mode, onChange }: Props) {
  const t = usePhrases(taskPhrases)
  const nameOf = useKindName()
  if (!hasRowChoice(dataset)) {
    return <p className="t-soft">{t('dataset.whole', { kind: nameOf(dataset.contentType) })}</p>
  }
  return (
    <Radio.Group
      aria-label={t('dataset.rows')}
      value={mode}
      onChange={(event) => onChange(event.target.value)}
      options={[
        { value: 'all', label: t('dataset.rows.all', { count: dataset.rowCount }) },
        { value: 'some', label: t('dataset.rows.some') },
      ]}
    />
  )
}
