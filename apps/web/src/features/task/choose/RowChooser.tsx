import { type Dataset, dataKindOf } from '@tessera/contract'
import { Radio } from 'antd'
import { rowsAre } from '../../../kinds/use-dataset-size.ts'
import { useKindName } from '../../../kinds/use-kind-name.ts'
import { usePhrases } from '../../../lib/i18n.ts'
import { taskPhrases } from '../phrases.ts'

/** Whether a party offers all rows, or rows selected on a page of the edge. */
export type RowMode = 'all' | 'some'

/** Returns whether single rows can be selected. Texts, graphs and pictures with boxes are offered as a whole. */
export const hasRowChoice = ({ contentType }: Pick<Dataset, 'contentType'>) => dataKindOf(contentType).hasRowChoice

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
  const of = rowsAre(dataset)
  return (
    <Radio.Group
      aria-label={t(`dataset.${of}`)}
      value={mode}
      onChange={(event) => onChange(event.target.value)}
      options={[
        { value: 'all', label: t(`dataset.${of}.all`, { count: dataset.rowCount }) },
        { value: 'some', label: t(`dataset.${of}.some`) },
      ]}
    />
  )
}
