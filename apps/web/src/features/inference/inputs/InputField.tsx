import { type InputColumn, outsideOf } from '@tessera/contract'
import { AutoComplete, Input } from 'antd'
import { useId, useState } from 'react'
import { usePhrases } from '../../../lib/i18n.ts'
import styles from '../inference.module.css'
import { phrases } from '../phrases.ts'
import { useOutsideText } from '../results/use-outside-text.ts'
import { isNotNumber } from './input-rows.ts'

interface Props {
  input: InputColumn
  value: string
  /** Whether to show an error before the user leaves the field, as after an attempt to submit. */
  showsError: boolean
  isDisabled: boolean
  onChange: (value: string) => void
}

/** A form field for one input of the model: a number, or a category from the training data. */
export function InputField({ input, value, showsError, isDisabled, onChange }: Props) {
  const t = usePhrases(phrases)
  const id = useId()
  const outsideText = useOutsideText()
  const [isLeft, setLeft] = useState(false)
  const [isTyping, setTyping] = useState(false)
  const isWrong = isNotNumber(input, value) && (isLeft || showsError)
  const isUnseen = input.kind === 'category' && value !== '' && !(input.categories ?? []).includes(value)
  // Checks pasted values at once, but not typed ones: while the user types 15, the value is first 1.
  const outside = isWrong || isTyping ? null : outsideOf(input, value)
  const note = isWrong
    ? t('form.notNumber', { value })
    : outside
      ? outsideText(outside)
      : isUnseen && isLeft
        ? t('form.unknownCategory')
        : null
  const noteLook = isWrong ? styles.fieldError : outside ? styles.fieldWarning : 't-soft'
  const shared = {
    id,
    value,
    disabled: isDisabled,
    status: isWrong ? ('error' as const) : outside ? ('warning' as const) : ('' as const),
    'aria-invalid': isWrong,
    'aria-describedby': note ? `${id}-note` : undefined,
    onFocus: () => setTyping(true),
    onBlur: () => {
      setTyping(false)
      setLeft(true)
    },
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
      {/* The note is always rendered, because one that appears on blur would move the button away while the user clicks
          it. */}
      <div id={`${id}-note`} className={`${styles.fieldNote} ${noteLook}`}>
        {note}
      </div>
    </div>
  )
}
