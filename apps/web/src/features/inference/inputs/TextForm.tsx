import { cutTokens, type TableRow, type TextsInput, type TokensInput } from '@tessera/contract'
import { Input } from 'antd'
import { useId, useState } from 'react'
import { formatNumber } from '../../../lib/format.ts'
import { usePhrases } from '../../../lib/i18n.ts'
import styles from '../inference.module.css'
import { phrases } from '../phrases.ts'
import { PredictButton } from './PredictButton.tsx'

interface Props {
  input: TextsInput | TokensInput
  isPending: boolean
  error: unknown
  onSubmit: (rows: TableRow[]) => void
}

/** A text to predict, typed or pasted. */
export function TextForm({ input, isPending, error, onSubmit }: Props) {
  const t = usePhrases(phrases)
  const id = useId()
  const [text, setText] = useState('')
  const [isTried, setTried] = useState(false)
  const isEmpty = text.trim() === ''
  const unread = lengthOf(input, text) - input.longest
  return (
    <form
      noValidate
      className="t-stack"
      onSubmit={(event) => {
        event.preventDefault()
        setTried(true)
        if (!isEmpty) onSubmit([{ [input.column]: text }])
      }}
    >
      <div className={styles.field}>
        <label htmlFor={id}>{t('text.label')}</label>
        {/* A fixed height, because a text area that grows with its text writes inline styles, which the edge's
            content policy refuses. */}
        <Input.TextArea
          id={id}
          rows={8}
          disabled={isPending}
          value={text}
          aria-invalid={isTried && isEmpty}
          aria-describedby={`${id}-note`}
          onChange={(event) => setText(event.target.value)}
        />
        <div id={`${id}-note`} className={styles.fieldNote}>
          {isTried && isEmpty && (
            <span role="alert" className={styles.fieldError}>
              {t('text.needed')}
            </span>
          )}
          {unread > 0 && (
            <span className={styles.fieldWarning}>
              {t(input.kind === 'tokens' ? 'text.tokens' : 'text.long', {
                read: formatNumber(input.longest),
                unread: formatNumber(unread),
              })}
            </span>
          )}
        </div>
      </div>
      <PredictButton isPending={isPending} error={error} />
    </form>
  )
}

/** Returns the length of a text in the model's unit: characters or tokens. */
const lengthOf = ({ kind }: Props['input'], text: string) =>
  kind === 'tokens' ? cutTokens(text).length : Array.from(text.trim()).length
