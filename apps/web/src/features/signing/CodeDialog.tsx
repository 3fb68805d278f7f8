import { Button, Modal } from 'antd'
import { usePhrases } from '../../lib/i18n.ts'
import { CopyButton } from '../../ui/index.ts'
import { signingPhrases } from './phrases.ts'

/** The one-time code for somebody else, shown this once. */
export function CodeDialog({ made, onClose }: { made: { name: string; code: string } | null; onClose: () => void }) {
  const t = usePhrases(signingPhrases)
  return (
    <Modal
      open={made !== null}
      title={made ? t('add.code.title', { name: made.name }) : ''}
      mask={{ closable: false }}
      onCancel={onClose}
      footer={<Button onClick={onClose}>{t('close')}</Button>}
    >
      {made && (
        <div className="t-stack">
          <div className="t-row">
            <code className="t-mono signing-code">{made.code}</code>
            <CopyButton text={made.code} />
          </div>
          <p>{t('add.code.help')}</p>
        </div>
      )}
    </Modal>
  )
}
