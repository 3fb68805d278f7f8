import { UserOutlined } from '@ant-design/icons'
import type { Inference } from '@tessera/contract'
import { usePhrases } from '../../lib/i18n.ts'
import { StatusTag } from '../../ui/index.ts'
import { phrases } from './phrases.ts'
import { toneOf } from './status.ts'

/** The tags beside an inference task's name. */
export function InferenceTags({ inference: { status, createdBy } }: { inference: Inference }) {
  const t = usePhrases(phrases)
  return (
    <>
      <StatusTag tone={toneOf[status]} text={t(`status.${status}`)} />
      <StatusTag tone="neutral" icon={<UserOutlined />} text={t('role.mine', { name: createdBy })} />
    </>
  )
}
