import type { EdgeRole } from '@tessera/contract'
import { Form, Input, Radio } from 'antd'
import { useId } from 'react'
import { usePhrases } from '../../lib/i18n.ts'
import { signingPhrases } from './phrases.ts'

export interface PlaceForm {
  role: EdgeRole
  department?: string
}

/**
 * The form fields for a member's permissions at the edge and department. A member sees the data that are shared with
 * the department.
 */
export function MemberFields() {
  const t = usePhrases(signingPhrases)
  // The name of the radio buttons. A dialog and the form behind it show these fields at the same time, and radio
  // buttons of the same name would uncheck each other.
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
