import type { Signing } from '@tessera/contract'
import { Form, Input } from 'antd'
import { usePhrases } from '../../lib/i18n.ts'
import { Panel } from '../../ui/index.ts'
import { addSigner } from './api.ts'
import { ProofStep } from './ProofStep.tsx'
import { signingPhrases } from './phrases.ts'

interface Props {
  signing: Signing
  /** Told the code to hand over. */
  onAdded: (made: { name: string; code: string }) => void
}

interface AddForm {
  username: string
  displayName?: string
}

/** Puts somebody on the edge's list. */
export function AddSigner({ signing, onAdded }: Props) {
  const t = usePhrases(signingPhrases)
  const [form] = Form.useForm<AddForm>()
  const read = () =>
    form.validateFields().then(
      ({ username }) => ({ kind: 'add-signer' as const, username: username.trim() }),
      () => undefined,
    )
  return (
    <Panel title={t('add.title')}>
      <Form form={form} layout="vertical" component={false}>
        <Form.Item
          name="username"
          label={t('add.username')}
          rules={[{ required: true, whitespace: true, message: t('add.username.required') }]}
        >
          <Input className="signing-field" autoComplete="off" maxLength={100} />
        </Form.Item>
        <Form.Item name="displayName" label={t('add.displayName')}>
          <Input className="signing-field" autoComplete="off" maxLength={100} />
        </Form.Item>
      </Form>
      <ProofStep
        signing={signing}
        pinText={t('add.submit')}
        passkeyText={t('add.passkey')}
        act={read}
        onProved={async (proof) => {
          const { username, displayName = '' } = form.getFieldsValue()
          const { code } = await addSigner(username.trim(), displayName.trim(), proof)
          onAdded({ name: displayName.trim() || username.trim(), code })
          form.resetFields()
        }}
      />
    </Panel>
  )
}
