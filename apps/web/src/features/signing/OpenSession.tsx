import { useQuery, useQueryClient } from '@tanstack/react-query'
import { EDGE_SESSION } from '@tessera/contract'
import { Button, Form, Input, type InputRef } from 'antd'
import { useRef } from 'react'
import { useErrorText, usePhrases } from '../../lib/i18n.ts'
import { useMutation } from '../../lib/mutation.ts'
import { ErrorNote, Panel } from '../../ui/index.ts'
import { goToProvider, knowsPasskeys, openSession, openSessionWithPasskey, providerQuery } from './api.ts'
import { signingPhrases } from './phrases.ts'
import { isPinError } from './pin-error.ts'

interface SessionForm {
  username: string
  pin: string
}

interface Props {
  username: string | null
}

/** Authenticates a member against the edge's own list. The platform is not involved. */
export function OpenSession({ username }: Props) {
  const t = usePhrases(signingPhrases)
  const say = useErrorText()
  const client = useQueryClient()
  const [form] = Form.useForm<SessionForm>()
  const field = useRef<InputRef>(null)
  const open = useMutation({
    mutationFn: async (by: 'pin' | 'passkey') => {
      const { username, pin } = await form.validateFields(by === 'pin' ? ['username', 'pin'] : ['username'])
      if (by === 'pin') await openSession(username.trim(), { pin })
      else await openSessionWithPasskey(username.trim())
    },
    // Refetches everything, because the edge shows more to an authenticated member.
    onSuccess: () => client.resetQueries(),
    onError: () => field.current?.focus(),
    onSettled: () => form.setFieldValue('pin', ''),
  })
  const provider = useQuery(providerQuery()).data
  const leave = useMutation({ mutationFn: goToProvider })
  const error = open.error instanceof Error ? open.error : null
  return (
    <Panel title={t('session.title')}>
      <p className="signing-gap">{t('session.why', EDGE_SESSION)}</p>
      {provider && (
        <div className="t-stack signing-gap">
          <div>
            <Button type="primary" size="large" loading={leave.isPending} onClick={() => leave.mutate()}>
              {t('session.provider', { name: provider.name })}
            </Button>
          </div>
          <ErrorNote error={leave.error} />
          <p className="t-soft">{t('session.provider.or')}</p>
        </div>
      )}
      <Form
        form={form}
        name="session"
        layout="vertical"
        initialValues={{ username: username ?? '' }}
        onFinish={() => open.mutate('pin')}
      >
        <Form.Item
          name="username"
          label={t('session.username')}
          rules={[{ required: true, whitespace: true, message: t('add.username.required') }]}
        >
          <Input className="signing-field" autoComplete="username" maxLength={100} />
        </Form.Item>
        <Form.Item
          name="pin"
          label={t('proof.pin')}
          rules={[{ required: true, message: t('proof.pin.required') }]}
          {...(isPinError(error) ? { validateStatus: 'error', help: <span role="alert">{say(error)}</span> } : {})}
        >
          <Input.Password ref={field} className="signing-field" autoComplete="off" />
        </Form.Item>
        {!isPinError(error) && <ErrorNote error={error} />}
        <div className="t-row">
          <Button
            type={provider ? 'default' : 'primary'}
            size="large"
            htmlType="submit"
            loading={open.isPending && open.variables === 'pin'}
          >
            {t('session.pin')}
          </Button>
          {knowsPasskeys() && (
            <Button
              size="large"
              loading={open.isPending && open.variables === 'passkey'}
              onClick={() => open.mutate('passkey')}
            >
              {t('session.passkey')}
            </Button>
          )}
        </div>
      </Form>
    </Panel>
  )
}
