import type { InputColumn, TableRow } from '@tessera/contract'
import { Button, Input, Segmented } from 'antd'
import { useState } from 'react'
import { usePhrases } from '../../../lib/i18n.ts'
import { ClearIcon } from '../../../ui/index.ts'
import styles from '../inference.module.css'
import { phrases } from '../phrases.ts'
import { InputField } from './InputField.tsx'
import { emptyRow, exampleRow, MAX_FORM_ROWS, toTableRow, unreadableColumns } from './input-rows.ts'
import { PasteDialog } from './PasteDialog.tsx'
import { PredictButton } from './PredictButton.tsx'

/** From this number of inputs on, the form has a search field and its own scrollbar. */
const MANY = 14

interface Props {
  inputs: InputColumn[]
  isPending: boolean
  error: unknown
  onSubmit: (rows: TableRow[]) => void
}

/** The model's inputs, filled with an example. Takes one or several rows, typed or pasted. */
export function InputForm({ inputs, isPending, error, onSubmit }: Props) {
  const t = usePhrases(phrases)
  const [rows, setRows] = useState(() => [exampleRow(inputs)])
  const [at, setAt] = useState(0)
  const [wanted, setWanted] = useState('')
  const [pastes, setPastes] = useState(false)
  const [tried, setTried] = useState(false)
  const row = rows[at] ?? rows[0] ?? emptyRow(inputs)
  const unreadable = unreadableColumns(inputs, rows)
  const missing = inputs.filter(({ column }) => (row[column] ?? '').trim() === '').length
  const shown = inputs.filter(({ column }) => column.toLowerCase().includes(wanted.trim().toLowerCase()))

  const change = (next: typeof row) => setRows(rows.map((old, index) => (index === at ? next : old)))
  const add = () => {
    setRows([...rows, { ...row }])
    setAt(rows.length)
  }
  const remove = () => {
    setRows(rows.filter((_old, index) => index !== at))
    setAt(Math.max(0, at - 1))
  }
  const submit = () => {
    setTried(true)
    if (unreadable.length === 0) onSubmit(rows.map((typed) => toTableRow(inputs, typed)))
  }

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <div className="t-row" style={{ gap: 8 }}>
        {rows.length > 1 && (
          <Segmented
            aria-label={t('form.rows')}
            value={at}
            onChange={setAt}
            options={rows.map((_row, index) => ({ value: index, label: t('form.row', { number: index + 1 }) }))}
            style={{ maxWidth: '100%', overflowX: 'auto' }}
          />
        )}
        <Button size="small" onClick={add} disabled={rows.length >= MAX_FORM_ROWS}>
          {t('form.addRow')}
        </Button>
        {rows.length > 1 && (
          <Button size="small" onClick={remove}>
            {t('form.removeRow', { number: at + 1 })}
          </Button>
        )}
        <Button size="small" onClick={() => setPastes(true)}>
          {t('form.paste')}
        </Button>
        <Button size="small" onClick={() => change(exampleRow(inputs))}>
          {t('form.example')}
        </Button>
        <Button size="small" onClick={() => change(emptyRow(inputs))}>
          {t('form.clear')}
        </Button>
      </div>
      {inputs.length >= MANY && (
        <div className="t-row" style={{ marginTop: 12 }}>
          <Input
            allowClear={{ clearIcon: <ClearIcon /> }}
            aria-label={t('form.filter')}
            placeholder={t('form.filter')}
            value={wanted}
            onChange={(event) => setWanted(event.target.value)}
            style={{ maxWidth: 280 }}
          />
          <span className="t-soft">{t('form.hidden', { count: shown.length, total: inputs.length })}</span>
        </div>
      )}
      <div className={`${styles.fields} ${inputs.length >= MANY ? styles.manyFields : ''}`}>
        {shown.map((input) => (
          <InputField
            key={`${at} ${input.column}`}
            input={input}
            value={row[input.column] ?? ''}
            showsError={tried}
            isDisabled={isPending}
            onChange={(value) => change({ ...row, [input.column]: value })}
          />
        ))}
      </div>
      <div className="t-stack">
        {missing > 0 && <span className="t-soft">{t('form.missing', { count: missing })}</span>}
        {tried && unreadable.length > 0 && (
          <span role="alert" className={styles.fieldError}>
            {t('form.errors', { columns: unreadable.join(', ') })}
          </span>
        )}
        <PredictButton isPending={isPending} error={error} />
      </div>
      <PasteDialog
        open={pastes}
        inputs={inputs}
        onTake={(pasted) => {
          setRows(pasted)
          setAt(0)
          setPastes(false)
        }}
        onClose={() => setPastes(false)}
      />
    </form>
  )
}
