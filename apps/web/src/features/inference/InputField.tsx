import type { InputColumn } from '@tessera/contract'
import { AutoComplete, Input } from 'antd'
import { useId, useState } from 'react'
import { usePhrases } from '../../lib/i18n.ts'
import styles from './inference.module.css'
import { isNotNumber } from './input-rows.ts'
import { phrases } from './phrases.ts'

interface Props {
  input: InputColumn
  value: string
  /** Also before the field was left: after a try to send. */
  showsError: boolean
  isDisabled: boolean
  onChange: (value: string) => void
}

/** One input of the model: a number, or a category of those seen in training. */
export function InputField({ input, value, showsError, isDisabled, onChange }: Props) {
  const t = usePhrases(phrases)
  const id = useId()
  const [isLeft, setLeft] = useState(false)
  const isWrong = isNotNumber(input, value) && (isLeft || showsError)
  const isUnseen = input.kind === 'category' && value !== '' && !(input.categories ?? []).includes(value)
  const note = isWrong ? t('form.notNumber', { value }) : isUnseen && isLeft ? t('form.unknownCategory') : null
  const shared = {
    id,
    value,
    disabled: isDisabled,
    status: isWrong ? ('error' as const) : ('' as const),
    'aria-invalid': isWrong,
    'aria-describedby': note ? `${id}-note` : undefined,
    onBlur: () => setLeft(true),
  }

  return (
    <div className={styles.field}>
      <label htmlFor={id}>{input.column}</label>
      {input.kind === 'number' ? (
        <Input {...shared} inputMode="decimal" className="t-num" onChange={(event) => onChange(event.target.value)} />
      ) : (
        <AutoComplete
          {...shared}
          style={{ width: '100%' }}
          options={(input.categories ?? []).map((category) => ({ value: category }))}
          onChange={(next: string | undefined) => onChange(next ?? '')}
        />
      )}
      {note && (
        <div id={`${id}-note`} className={`${styles.fieldNote} ${isWrong ? styles.fieldError : 't-soft'}`}>
          {note}
        </div>
      )}
    </div>
  )
}
