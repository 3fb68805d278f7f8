import { Form, Input } from 'antd'
import { usePhrases } from '../../../lib/i18n.ts'
import { phrases } from '../phrases.ts'
import { namesIn } from './name-list.ts'

interface Props {
  name: string | [string, number]
  label: string
  help: string
  /** The required number of names. Null if the file does not specify a number. */
  count: number | null
}

/** An ordered list of names: a model's columns or classes. */
export function NameListField({ name, label, help, count }: Props) {
  const t = usePhrases(phrases)
  const given = namesIn(Form.useWatch(name) ?? '').length
  const countText = count === null ? t('import.named', { given }) : t('import.namedOf', { given, count })
  return (
    <Form.Item
      name={name}
      label={label}
      extra={
        <>
          {help} <span aria-live="polite">{countText}</span>
        </>
      }
      rules={[
        {
          validator: (_rule, text: string) => {
            const names = namesIn(text ?? '')
            if (names.length === 0) return Promise.reject(new Error(t('field.required')))
            if (new Set(names).size < names.length) return Promise.reject(new Error(t('import.twice')))
            return count !== null && names.length !== count
              ? Promise.reject(new Error(t('import.count', { count, given: names.length })))
              : Promise.resolve()
          },
        },
      ]}
    >
      {count === 1 ? <Input /> : <Input.TextArea autoSize={{ minRows: 2, maxRows: 8 }} />}
    </Form.Item>
  )
}
