import { ImportOutlined } from '@ant-design/icons'
import { usePhrases } from '../../../lib/i18n.ts'
import { StatusTag } from '../../../ui/index.ts'
import { phrases } from '../phrases.ts'

/** The tag of an imported model. The platform does not know how it was trained. */
export function ImportedTag() {
  const t = usePhrases(phrases)
  return <StatusTag tone="warning" icon={<ImportOutlined />} text={t('imported.tag')} />
}

/** The note that an imported model shows in place of scores. */
export function ImportedNote() {
  const t = usePhrases(phrases)
  return (
    <div className="t-stack t-stack-tight">
      <div>
        <ImportedTag />
      </div>
      <span className="t-soft">{t('imported.note')}</span>
    </div>
  )
}
