import type { ColumnType, RowFilter } from '@tessera/contract'
import { Button, Flex, Form, Input, Select } from 'antd'
import { usePhrases } from '../lib/i18n.ts'
import { isNumeric } from '../lib/is-numeric.ts'
import { needsValue, testsOf } from './filter-tests.ts'
import { uiPhrases } from './phrases.ts'

interface Props {
  column: string
  type: ColumnType | undefined
  /** The existing filter of the column, which the user edits. */
  current: RowFilter | undefined
  onApply: (filter: RowFilter) => void
}

/** The form for a filter on a column, with the comparisons of its type. */
export function FilterForm({ column, type, current, onApply }: Props) {
  const t = usePhrases(uiPhrases)
  const [form] = Form.useForm<Pick<RowFilter, 'test' | 'value'>>()
  const tests = testsOf(type)
  const first = tests[0] ?? 'equals'
  const test = Form.useWatch('test', form) ?? current?.test ?? first
  return (
    <Form
      form={form}
      layout="vertical"
      requiredMark={false}
      validateTrigger="onBlur"
      initialValues={{ test: current?.test ?? first, value: current?.value ?? '' }}
      onFinish={({ value }) => onApply({ column, test, value: needsValue(test) ? String(value).trim() : '' })}
      style={{ width: 240 }}
    >
      <Form.Item name="test" label={t('filter.rowsWhere', { name: column })}>
        <Select autoFocus options={tests.map((value) => ({ value, label: t(`filter.${value}`) }))} />
      </Form.Item>
      {needsValue(test) && (
        <Form.Item
          name="value"
          label={t('filter.value')}
          rules={[
            { required: true, whitespace: true, message: t('filter.value.required') },
            {
              validator: async (_rule, value: string) => {
                if (isNumeric(type) && value.trim() !== '' && !Number.isFinite(Number(value))) throw new Error('number')
              },
              message: t('filter.value.number'),
            },
          ]}
        >
          <Value type={type} />
        </Form.Item>
      )}
      <Flex justify="flex-end">
        <Button type="primary" htmlType="submit">
          {t('filter.apply')}
        </Button>
      </Flex>
    </Form>
  )
}

interface ValueProps {
  type: ColumnType | undefined
  /** Props that `Form.Item` passes to its field. */
  id?: string
  value?: string
  onChange?: (value: string) => void
}

function Value({ type, id, value, onChange }: ValueProps) {
  const t = usePhrases(uiPhrases)
  const field = { ...(id && { id }), ...(value !== undefined && { value }) }
  if (type === 'boolean') {
    return (
      <Select<string>
        {...field}
        onChange={(chosen) => onChange?.(chosen)}
        options={[
          { value: 'true', label: t('yes') },
          { value: 'false', label: t('no') },
        ]}
      />
    )
  }
  return (
    <Input
      {...field}
      onChange={(event) => onChange?.(event.target.value)}
      type={type === 'date' ? 'date' : 'text'}
      inputMode={isNumeric(type) ? 'decimal' : 'text'}
    />
  )
}
