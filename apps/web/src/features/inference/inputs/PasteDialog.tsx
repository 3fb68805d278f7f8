import type { InputColumn } from '@tessera/contract'
import { Input, Modal } from 'antd'
import { useState } from 'react'
import { usePhrases } from '../../../lib/i18n.ts'
import styles from '../inference.module.css'
import { phrases } from '../phrases.ts'
import type { DraftRow } from './input-rows.ts'
import { type PasteProblem, parsePasted } from './paste-csv.ts'

interface Props {
  open: boolean
  inputs: InputColumn[]
  onTake: (rows: DraftRow[]) => void
  onClose: () => void
}

/** Takes rows that are pasted from a spreadsheet. */
export function PasteDialog({ open, inputs, onTake, onClose }: Props) {
  const t = usePhrases(phrases)
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<PasteProblem | null>(null)
  const take = () => {
    const pasted = parsePasted(text, inputs)
    if ('problem' in pasted) return setProblem(pasted.problem)
    setText('')
    setProblem(null)
    onTake(pasted.rows)
  }
  return (
    <Modal
      open={open}
      title={t('paste.title')}
      okText={t('paste.submit')}
      onOk={take}
      onCancel={onClose}
      destroyOnHidden
    >
      <p className="t-soft" style={{ marginBottom: 8, maxHeight: 160, overflowY: 'auto' }}>
        {t('paste.help', { columns: inputs.map(({ column }) => column).join(', ') })}
      </p>
      <Input.TextArea
        aria-label={t('paste.label')}
        rows={6}
        value={text}
        spellCheck={false}
        style={{ fontFamily: 'ui-monospace, monospace', whiteSpace: 'pre' }}
        onChange={(event) => {
          setText(event.target.value)
          setProblem(null)
        }}
      />
      {problem && (
        <p role="alert" className={styles.fieldError}>
          {t(problem.key, 'params' in problem ? problem.params : {})}
        </p>
      )}
    </Modal>
  )
}
