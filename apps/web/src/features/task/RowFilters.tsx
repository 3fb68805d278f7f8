import type { ColumnType, Dataset, RowFilter } from '@tessera/contract'
import { Button, Input, Select, Tag } from 'antd'
import { type FormEvent, useState } from 'react'
import { usePhrases } from '../../lib/i18n.ts'
import { taskPhrases } from './phrases.ts'

interface Props {
  dataset: Dataset
  filters: RowFilter[]
  onChange: (filters: RowFilter[]) => void
}

type Test = RowFilter['test']
const WITHOUT_VALUE: Test[] = ['missing', 'present']

/** Which conditions make sense for a column of this type. */
function testsOf(type: ColumnType | undefined): Test[] {
  if (type === 'text' || type === undefined) return ['contains', 'equals', ...WITHOUT_VALUE]
  if (type === 'boolean') return ['equals', ...WITHOUT_VALUE]
  return ['at-least', 'at-most', 'equals', ...WITHOUT_VALUE]
}

/** Conditions on columns that all must hold. */
export function RowFilters({ dataset, filters, onChange }: Props) {
  const t = usePhrases(taskPhrases)
  const [column, setColumn] = useState<string | null>(null)
  const [test, setTest] = useState<Test>('contains')
  const [value, setValue] = useState('')
  const type = column === null ? undefined : dataset.columnTypes[column]
  const needsValue = !WITHOUT_VALUE.includes(test)
  const isNumber = type === 'number' || type === 'integer'
  const isWrong = needsValue && isNumber && value.trim() !== '' && Number.isNaN(Number(value))
  const canAdd = column !== null && !isWrong && (!needsValue || value.trim() !== '')

  const choose = (chosen: string) => {
    setColumn(chosen)
    setTest(testsOf(dataset.columnTypes[chosen])[0] as Test)
    setValue('')
  }
  const add = (event: FormEvent) => {
    event.preventDefault()
    if (!canAdd) return
    onChange([...filters, { column, test, value: needsValue ? value.trim() : '' }])
    setValue('')
  }
  const textOf = (filter: RowFilter) =>
    t('dataset.filter.text', { column: filter.column, test: t(`filter.${filter.test}`), value: filter.value }).trim()

  return (
    <form className="t-row" aria-label={t('dataset.filter')} onSubmit={add}>
      <Select
        className="task-filter"
        size="small"
        aria-label={t('dataset.filter.column')}
        placeholder={t('dataset.filter.column')}
        showSearch
        value={column}
        onChange={choose}
        options={dataset.columns.map((name) => ({ value: name, label: name }))}
      />
      {column !== null && (
        <>
          <Select
            className="task-filter"
            size="small"
            aria-label={t('dataset.filter.test')}
            value={test}
            onChange={setTest}
            options={testsOf(type).map((candidate) => ({ value: candidate, label: t(`filter.${candidate}`) }))}
          />
          {needsValue && type === 'boolean' && (
            <Select
              size="small"
              aria-label={t('dataset.filter.value')}
              value={value || null}
              onChange={setValue}
              options={[
                { value: 'true', label: t('filter.true') },
                { value: 'false', label: t('filter.false') },
              ]}
            />
          )}
          {needsValue && type !== 'boolean' && (
            <Input
              className="task-filter-value"
              size="small"
              aria-label={t('dataset.filter.value')}
              placeholder={t('dataset.filter.value')}
              {...(isWrong && { status: 'error' as const, 'aria-invalid': true })}
              value={value}
              onChange={(event) => setValue(event.target.value)}
            />
          )}
          <Button size="small" htmlType="submit" disabled={!canAdd}>
            {t('dataset.filter.add')}
          </Button>
        </>
      )}
      {isWrong && (
        <span role="alert" className="task-problem">
          {t('dataset.filter.number')}
        </span>
      )}
      {filters.map((filter, index) => (
        <Tag
          key={textOf(filter)}
          closable={{ 'aria-label': t('dataset.filter.drop', { filter: textOf(filter) }) }}
          onClose={() => onChange(filters.filter((_, place) => place !== index))}
        >
          {textOf(filter)}
        </Tag>
      ))}
    </form>
  )
}
