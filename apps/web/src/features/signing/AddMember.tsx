import type { Signing } from '@tessera/contract'
import { Form, Input } from 'antd'
import { usePhrases } from '../../lib/i18n.ts'
import { Panel } from '../../ui/index.ts'
import { addMember } from './api.ts'
import { MemberFields, type PlaceForm, placeOf } from './MemberFields.tsx'
import { ProofStep } from './ProofStep.tsx'
import { signingPhrases } from './phrases.ts'

interface Props {
  signing: Signing
  /** Receives the one-time code that the user must give to the new member. */
  onAdded: (made: { name: string; code: string }) => void
}

interface AddForm extends PlaceForm {
  username: string
  displayName?: string
}

/** Adds a member to the edge's list. */
export function AddMember({ signing, onAdded }: Props) {
  const t = usePhrases(signingPhrases)
  const [form] = Form.useForm<AddForm>()
  const read = () =>
    form.validateFields().then(
      ({ username, ...place }) => ({ kind: 'add-member' as const, username: username.trim(), ...placeOf(place) }),
      () => undefined,
    )
  return (
    <Panel title={t('add.title')}>
      <Form form={form} name="add" layout="vertical" component={false} initialValues={{ role: 'reader' }}>
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
        <MemberFields />
      </Form>
      <ProofStep
        signing={signing}
        pinText={t('add.submit')}
        passkeyText={t('add.passkey')}
        act={read}
        onProved={async (proof) => {
          const { username, displayName = '', ...place } = form.getFieldsValue()
          const member = { username: username.trim(), displayName: displayName.trim(), ...placeOf(place) }
          const { code } = await addMember(member, proof)
          onAdded({ name: member.displayName || member.username, code })
          form.resetFields()
        }}
      />
    </Panel>
  )
}
