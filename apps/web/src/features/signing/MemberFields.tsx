import type { EdgeRole } from '@tessera/contract'
import { Form, Input, Radio } from 'antd'
import { useId } from 'react'
import { usePhrases } from '../../lib/i18n.ts'
import { signingPhrases } from './phrases.ts'

export interface PlaceForm {
  role: EdgeRole
  department?: string
}

/** A member's permissions at the edge, and the department whose shared data the member sees. */
export function MemberFields() {
  const t = usePhrases(signingPhrases)
  // A dialog and the form behind it show these fields at the same time. Radio buttons with the same name would uncheck
  // each other.
  const group = useId()
  return (
    <>
      <Form.Item name="role" label={t('role')} extra={t('role.help')}>
        <Radio.Group
          name={group}
          options={[
            { value: 'reader', label: t('role.reader') },
            { value: 'signer', label: t('role.signer') },
          ]}
        />
      </Form.Item>
      <Form.Item name="department" label={t('department')} extra={t('department.help')}>
        <Input className="signing-field" autoComplete="off" maxLength={100} />
      </Form.Item>
    </>
  )
}

export const placeOf = ({ role, department = '' }: PlaceForm) => ({ role, department: department.trim() })
