import { MACHINE_KEY_DAYS, type Signing } from '@tessera/contract'
import { Form, Input, Select } from 'antd'
import { useRef } from 'react'
import { usePhrases } from '../../lib/i18n.ts'
import { Panel } from '../../ui/index.ts'
import { addMachine } from './api.ts'
import { type KeyFile, type MadeKey, makeKey } from './machine-key.ts'
import { ProofStep } from './ProofStep.tsx'
import { signingPhrases } from './phrases.ts'

interface Props {
  signing: Signing
  /** Receives the key file that the user must give to the program. */
  onAdded: (made: KeyFile) => void
}

interface MachineForm {
  username: string
  department?: string
  days: number
}

const DAYS = [30, MACHINE_KEY_DAYS.usual, 180, MACHINE_KEY_DAYS.most]

/** Adds a program to the edge's member list, with a key that this page generates. */
export function AddMachine({ signing, onAdded }: Props) {
  const t = usePhrases(signingPhrases)
  const [form] = Form.useForm<MachineForm>()
  const made = useRef<MadeKey>(null)
  const named = () => {
    const { username, department = '', days } = form.getFieldsValue()
    return { username: username.trim(), department: department.trim(), days }
  }
  const read = async () => {
    const isComplete = await form.validateFields().then(
      () => true,
      () => false,
    )
    if (!isComplete) return undefined
    made.current = await makeKey()
    return { kind: 'add-machine' as const, ...named(), keyId: made.current.keyId }
  }
  return (
    <Panel title={t('machine.title')}>
      <p className="signing-gap">{t('machine.about')}</p>
      {window.isSecureContext ? (
        <>
          <Form
            form={form}
            name="machine"
            layout="vertical"
            component={false}
            initialValues={{ days: MACHINE_KEY_DAYS.usual }}
          >
            <Form.Item
              name="username"
              label={t('machine.name')}
              rules={[{ required: true, whitespace: true, message: t('machine.name.required') }]}
            >
              <Input className="signing-field" autoComplete="off" maxLength={100} />
            </Form.Item>
            <Form.Item name="department" label={t('department')} extra={t('department.help')}>
              <Input className="signing-field" autoComplete="off" maxLength={100} />
            </Form.Item>
            <Form.Item name="days" label={t('machine.days')}>
              <Select
                className="signing-field"
                options={DAYS.map((days) => ({ value: days, label: t('machine.days.some', { days }) }))}
              />
            </Form.Item>
          </Form>
          <ProofStep
            signing={signing}
            pinText={t('machine.submit')}
            passkeyText={t('machine.passkey')}
            act={read}
            onProved={async (proof) => {
              const { publicKey, privateKey } = made.current as MadeKey
              const { username, ...rest } = named()
              const { endTime } = await addMachine({ username, ...rest, publicKey }, proof)
              onAdded({ name: username, endTime, key: privateKey })
              form.resetFields()
            }}
          />
        </>
      ) : (
        <p>{t('machine.insecure')}</p>
      )}
    </Panel>
  )
}
