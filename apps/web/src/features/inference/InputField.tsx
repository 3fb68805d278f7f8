import { type InputColumn, outsideOf } from '@tessera/contract'
import { AutoComplete, Input } from 'antd'
import { useId, useState } from 'react'
import { usePhrases } from '../../lib/i18n.ts'
import styles from './inference.module.css'
import { isNotNumber } from './input-rows.ts'
import { phrases } from './phrases.ts'
import { useOutsideText } from './use-outside-text.ts'

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
  const outsideText = useOutsideText()
  const [isLeft, setLeft] = useState(false)
  const [isTyping, setTyping] = useState(false)
  const isWrong = isNotNumber(input, value) && (isLeft || showsError)
  const isUnseen = input.kind === 'category' && value !== '' && !(input.categories ?? []).includes(value)
  // Also of what was pasted; but on the way from 1 to 15 nobody has to hear of 1.
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
      {/* Always there: a note that comes as the field is left would move the button away under the click on it. */}
      <div id={`${id}-note`} className={`${styles.fieldNote} ${noteLook}`}>
        {note}
      </div>
    </div>
  )
}
