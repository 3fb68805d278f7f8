import { useQuery } from '@tanstack/react-query'
import type { Dataset } from '@tessera/contract'
import { Select } from 'antd'
import { useFormat } from '../../lib/format.ts'
import { usePhrases } from '../../lib/i18n.ts'
import { useSelectClear } from '../../ui/index.ts'
import { analysisQuery } from './api.ts'
import { phrases } from './phrases.ts'
import type { RowViewState } from './use-row-view.ts'

/** Narrows pictures or texts to those of one class, for each label column. */
export function LabelFilter({ dataset, state }: { dataset: Dataset; state: RowViewState }) {
  const t = usePhrases(phrases)
  const clear = useSelectClear()
  const format = useFormat()
  const { data } = useQuery(analysisQuery(dataset.tableName))
  const balances = data?.classes.filter(({ column }) => dataset.labelColumns.includes(column)) ?? []
  return balances.map(({ column, values }) => {
    const current = state.view.filters.find((filter) => filter.column === column && filter.test === 'equals')
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
          value
            ? state.onFilter({ column, test: 'equals', value })
            : state.onUnfilter({ column, test: 'equals', value: '' })
        }
      />
    )
  })
}
