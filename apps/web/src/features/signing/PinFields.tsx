import { PIN_LENGTH, pinLength } from '@tessera/contract'
import { Form, Input } from 'antd'
import { usePhrases } from '../../lib/i18n.ts'
import { signingPhrases } from './phrases.ts'

export interface NewPinForm {
  pin: string
  again: string
}

/** The fields for a new PIN and its confirmation. */
export function PinFields() {
  const t = usePhrases(signingPhrases)
  const { least, most } = PIN_LENGTH
  return (
    <>
      <Form.Item
        name="pin"
        label={t('first.pin')}
        extra={t('first.pin.help', { least })}
        rules={[
          {
            validator: async (_rule, value = '') => {
              const length = pinLength(value)
              if (length < least) throw new Error(t('first.pin.short', { least }))
              if (length > most) throw new Error(t('first.pin.long', { most }))
            },
          },
        ]}
        required
      >
        <Input.Password className="signing-field" autoComplete="new-password" />
      </Form.Item>
      <Form.Item
        name="again"
        label={t('first.pin.again')}
        dependencies={['pin']}
        rules={[
          ({ getFieldValue }) => ({
            validator: (_rule, value) =>
              value === getFieldValue('pin') ? Promise.resolve() : Promise.reject(new Error(t('first.pin.differs'))),
          }),
        ]}
      >
        <Input.Password className="signing-field" autoComplete="new-password" />
      </Form.Item>
    </>
  )
}
