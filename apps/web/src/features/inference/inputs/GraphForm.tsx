import type { GraphInput, TableRow } from '@tessera/contract'
import { Button, Input, Upload } from 'antd'
import { useId, useMemo, useState } from 'react'
import { useFormat } from '../../../lib/format.ts'
import { usePhrases } from '../../../lib/i18n.ts'
import styles from '../inference.module.css'
import { phrases } from '../phrases.ts'
import { exampleGraph, readGraph } from './graph-text.ts'
import { PredictButton } from './PredictButton.tsx'

interface Props {
  input: GraphInput
  isPending: boolean
  error: unknown
  onSubmit: (rows: TableRow[]) => void
}

/** Takes a graph, pasted or from a file. One call predicts all its nodes. */
export function GraphForm({ input, isPending, error, onSubmit }: Props) {
  const t = usePhrases(phrases)
  const format = useFormat()
  const id = useId()
  const [text, setText] = useState('')
  const [isTried, setTried] = useState(false)
  const read = useMemo(() => readGraph(text, input), [text, input])
  const problem = 'problem' in read && (isTried || text.trim() !== '') ? read.problem : null
  return (
    <form
      noValidate
      className="t-stack"
      onSubmit={(event) => {
        event.preventDefault()
        setTried(true)
        if (!('problem' in read)) onSubmit([read.row])
      }}
    >
      <p className={`t-soft ${styles.graphColumns}`}>
        {t('graph.columns', { columns: input.columns.map(({ column }) => column).join(', ') })}
      </p>
      <div className="t-row">
        <Upload
          accept=".json"
          showUploadList={false}
          disabled={isPending}
          beforeUpload={(file) => {
            void file.text().then(setText)
            return false
          }}
        >
          <Button>{t('graph.file')}</Button>
        </Upload>
        <Button type="link" disabled={isPending} onClick={() => setText(exampleGraph(input))}>
          {t('graph.example')}
        </Button>
      </div>
      <div className={styles.field}>
        <label htmlFor={id}>{t('graph.label')}</label>
        <Input.TextArea
          id={id}
          rows={10}
          className={styles.graphText}
          disabled={isPending}
          value={text}
          spellCheck={false}
          aria-invalid={problem !== null}
          aria-describedby={`${id}-note`}
          onChange={(event) => setText(event.target.value)}
        />
        <div id={`${id}-note`} className={styles.fieldNote}>
          {problem && (
            <span role="alert" className={styles.fieldError}>
              {t(`graph.${problem.key}`, problem.params ?? {})}
            </span>
          )}
          {!('problem' in read) && (
            <span className="t-soft">
              {t('graph.read', { nodes: format.number(read.nodes), edges: format.number(read.edges) })}
            </span>
          )}
        </div>
      </div>
      <PredictButton isPending={isPending} error={error} />
    </form>
  )
}
