import { Select } from 'antd'
import { useFormat } from '../lib/format.ts'
import { usePhrases } from '../lib/i18n.ts'
import { filteredBy, type RowView, unfiltered } from '../lib/row-view.ts'
import { useSelectClear } from '../ui/index.ts'
import { kindPhrases } from './phrases.ts'
import type { Balances, ShownDataset } from './rows-props.ts'

interface Props {
  dataset: ShownDataset
  /** The frequencies of the classes. Undefined until they are loaded. */
  balances: Balances | undefined
  view: RowView
  onView: (view: RowView) => void
}

/** Filters pictures or texts by class, for each label column. */
export function LabelFilter({ dataset, balances = [], view, onView }: Props) {
  const t = usePhrases(kindPhrases)
  const clear = useSelectClear()
  const format = useFormat()
  return balances
    .filter(({ column }) => dataset.labelColumns.includes(column))
    .map(({ column, values }) => {
      const current = view.filters.find((filter) => filter.column === column && filter.test === 'equals')
      return (
        <Select
          key={column}
          showSearch
          allowClear={clear}
          aria-label={t('filter.class', { column })}
          placeholder={t('filter.class', { column })}
          value={current?.value ?? null}
          style={{ minWidth: 200 }}
          options={values.map(({ name, count }) => ({ value: name, label: `${name} (${format.number(count)})` }))}
          onChange={(value: string | null | undefined) =>
            onView(
              value
                ? filteredBy(view, { column, test: 'equals', value })
                : unfiltered(view, { column, test: 'equals', value: '' }),
            )
          }
        />
      )
    })
}
