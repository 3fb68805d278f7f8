import { Button, Form, type FormInstance } from 'antd'
import { usePhrases } from '../../../lib/i18n.ts'
import { useGo } from '../../../lib/navigation.ts'
import { paths } from '../../../lib/paths.ts'
import { useFollowLanguage } from '../../../ui/form-language.ts'
import { ErrorNote } from '../../../ui/index.ts'
import { type NewParty, useCheckParty, useCreateParty } from '../api.ts'
import { partyPhrases } from '../phrases.ts'
import { PartyFields } from '../profile/PartyFields.tsx'
import { duplicateField, useDuplicateError } from '../profile/use-duplicate-error.ts'

const NAMES = ['id', ['name', 'cn'], ['name', 'en']]

/** Creates a party. Reports a name that is already in use when its field loses the focus, not only on submission. */
export function CreatePartyForm({ form, onIncomplete }: { form: FormInstance<NewParty>; onIncomplete: () => void }) {
  const t = usePhrases(partyPhrases)
  const go = useGo()
  useFollowLanguage(form)
  const taken = useDuplicateError(form)
  const check = useCheckParty()
  const create = useCreateParty()
  const checkIfComplete = async () => {
    const names = await form.validateFields(NAMES, { validateOnly: true }).catch(() => null)
    if (names && !create.isPending) check.mutate(names, { onError: taken.tell })
  }
  const submit = (party: NewParty) =>
    create.mutate(
      { ...party, picture: party.picture ?? null },
      {
        onSuccess: ({ id }) => go(paths.bindSuccess({ partyId: id }), { replace: true }),
        onError: taken.tell,
      },
    )
  return (
    <Form<NewParty>
      form={form}
      layout="vertical"
      validateTrigger="onBlur"
      onFinish={submit}
      onFinishFailed={onIncomplete}
    >
      <PartyFields isNew taken={taken} onLeave={() => void checkIfComplete()} />
      <ErrorNote error={duplicateField(create.error) ? null : create.error} />
      <Button type="primary" htmlType="submit" size="large" block loading={create.isPending}>
        {t('create')}
      </Button>
    </Form>
  )
}
