import type { EdgeMember, Signing } from '@tessera/contract'
import { App, Button, Form } from 'antd'
import { usePhrases } from '../../lib/i18n.ts'
import { FormDialog } from '../../ui/index.ts'
import { changeMember, removeMember, resetMember } from './api.ts'
import { MemberFields, type PlaceForm, placeOf } from './MemberFields.tsx'
import { ProofStep } from './ProofStep.tsx'
import { signingPhrases } from './phrases.ts'

interface Props {
  signing: Signing
  member: EdgeMember
  onCode: (made: { name: string; code: string }) => void
  onClose: () => void
}

export function MemberChange({ signing, member, onClose }: Props) {
  const t = usePhrases(signingPhrases)
  const { message } = App.useApp()
  const [form] = Form.useForm<PlaceForm>()
  const { username, displayName: name, role, department } = member
  return (
    <FormDialog open title={t('list.change.label', { name })} onClose={onClose}>
      <Form form={form} name="change" layout="vertical" component={false} initialValues={{ role, department }}>
        <MemberFields />
      </Form>
      <ProofStep
        signing={signing}
        pinText={t('confirm.pin')}
        passkeyText={t('confirm.passkey')}
        act={async () => ({ kind: 'change-member', username, ...placeOf(form.getFieldsValue()) })}
        onProved={async (proof) => {
          await changeMember({ username, ...placeOf(form.getFieldsValue()) }, proof)
          message.success(t('list.changed', { name }))
          onClose()
        }}
      />
    </FormDialog>
  )
}

export function NewCode({ signing, member, onCode, onClose }: Props) {
  const t = usePhrases(signingPhrases)
  const { username, displayName: name, hasPin, passkeys } = member
  return (
    <FormDialog open title={t('list.newCode.label', { name })} onClose={onClose}>
      {(hasPin || passkeys > 0) && <p className="signing-gap">{t('list.newCode.consequence', { name })}</p>}
      <ProofStep
        signing={signing}
        pinText={t('confirm.pin')}
        passkeyText={t('confirm.passkey')}
        act={async () => ({ kind: 'reset-member', username })}
        onProved={async (proof) => {
          const { code } = await resetMember(username, proof)
          onClose()
          onCode({ name, code })
        }}
      />
    </FormDialog>
  )
}

export function MemberRemoval({ signing, member, onClose }: Props) {
  const t = usePhrases(signingPhrases)
  const { message } = App.useApp()
  const { username, displayName: name, machineEnd } = member
  return (
    <FormDialog open title={t('list.remove.title', { name })} onClose={onClose}>
      <p className="signing-gap">{t(machineEnd ? 'list.remove.machine' : 'list.remove.consequence', { name })}</p>
      <ProofStep
        signing={signing}
        isDanger
        pinText={t('list.remove.confirm')}
        passkeyText={t('list.remove.passkey')}
        act={async () => ({ kind: 'remove-member', username })}
        onProved={async (proof) => {
          await removeMember(username, proof)
          message.success(t('list.removed', { name }))
          onClose()
        }}
      >
        <Button size="large" onClick={onClose}>
          {t('cancel')}
        </Button>
      </ProofStep>
    </FormDialog>
  )
}
