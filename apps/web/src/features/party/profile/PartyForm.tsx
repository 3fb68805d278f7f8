import type { Party } from '@tessera/contract'
import { App, Button, Form } from 'antd'
import { pictureUrl } from '../../../lib/api.ts'
import { usePhrases } from '../../../lib/i18n.ts'
import { useFollowLanguage } from '../../../ui/form-language.ts'
import { ErrorNote } from '../../../ui/index.ts'
import { type NewParty, useUpdateParty } from '../api.ts'
import { partyPhrases } from '../phrases.ts'
import { PartyFields } from './PartyFields.tsx'
import { duplicateField, useDuplicateError } from './use-duplicate-error.ts'

/** Edits the party's names and avatar. */
export function PartyForm({ party }: { party: Party }) {
  const t = usePhrases(partyPhrases)
  const { message } = App.useApp()
  const [form] = Form.useForm<NewParty>()
  useFollowLanguage(form)
  const taken = useDuplicateError(form)
  const update = useUpdateParty()
  const submit = (changed: NewParty) =>
    update.mutate(
      { ...changed, picture: changed.picture ?? null },
      {
        onSuccess: () => {
          void message.success(t('saved'))
          form.setFieldValue('picture', null)
        },
        onError: taken.tell,
      },
    )
  return (
    <Form<NewParty>
      form={form}
      layout="vertical"
      validateTrigger="onBlur"
      onFinish={submit}
      initialValues={{ id: party.id, name: party.name }}
    >
      <PartyFields isNew={false} picture={pictureUrl(party.avatar)} taken={taken} />
      <ErrorNote error={duplicateField(update.error) ? null : update.error} />
      <Button type="primary" htmlType="submit" size="large" block loading={update.isPending}>
        {t('save')}
      </Button>
    </Form>
  )
}
