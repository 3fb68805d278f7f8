import type { Signing } from '@tessera/contract'
import { Button, Form, Input } from 'antd'
import { useState } from 'react'
import { useFormat } from '../../lib/format.ts'
import { usePhrases } from '../../lib/i18n.ts'
import { CopyButton, FormDialog, Panel } from '../../ui/index.ts'
import { handOver } from './api.ts'
import { ProofStep } from './ProofStep.tsx'
import { signingPhrases } from './phrases.ts'
import { SessionGate } from './SessionGate.tsx'

interface HandOverForm {
  to: string
  edgeUrl: string
}

type Made = Awaited<ReturnType<typeof handOver>>

/** Approves the move of this edge to another machine. */
export function HandOver({ signing }: { signing: Signing }) {
  const t = usePhrases(signingPhrases)
  const [isOpen, setOpen] = useState(false)
  return (
    <Panel title={t('handOver.title')}>
      <p className="signing-gap">{t('handOver.about')}</p>
      <Button onClick={() => setOpen(true)}>{t('handOver.open')}</Button>
      <FormDialog open={isOpen} title={t('handOver.title')} onClose={() => setOpen(false)}>
        <SessionGate username={signing.username}>
          <Giving signing={signing} />
        </SessionGate>
      </FormDialog>
    </Panel>
  )
}

function Giving({ signing }: { signing: Signing }) {
  const t = usePhrases(signingPhrases)
  const format = useFormat()
  const [form] = Form.useForm<HandOverForm>()
  const [made, setMade] = useState<Made | null>(null)
  const named = () => {
    const { to, edgeUrl } = form.getFieldsValue()
    return { to: to.trim().toLowerCase(), edgeUrl: edgeUrl.trim().replace(/\/+$/, '') }
  }
  if (made) {
    return (
      <div className="t-stack">
        <p>{t('handOver.made', { time: format.dateTime(made.endTime) })}</p>
        <code className="t-mono signing-word">{made.text}</code>
        <CopyButton text={made.text} />
      </div>
    )
  }
  return (
    <>
      <Form form={form} name="hand-over" layout="vertical" component={false}>
        <Form.Item
          name="to"
          label={t('handOver.key')}
          extra={t('handOver.key.help')}
          rules={[{ required: true, pattern: /^\s*[0-9a-fA-F]{64}\s*$/, message: t('handOver.key.wrong') }]}
        >
          <Input autoComplete="off" maxLength={100} />
        </Form.Item>
        <Form.Item
          name="edgeUrl"
          label={t('handOver.address')}
          rules={[{ required: true, type: 'url', message: t('handOver.address.wrong') }]}
        >
          <Input autoComplete="off" maxLength={500} placeholder="https://" />
        </Form.Item>
      </Form>
      <ProofStep
        signing={signing}
        pinText={t('confirm.pin')}
        passkeyText={t('confirm.passkey')}
        act={() =>
          form.validateFields().then(
            () => ({ kind: 'hand-over' as const, ...named() }),
            () => undefined,
          )
        }
        onProved={async (proof) => setMade(await handOver(named(), proof))}
      />
    </>
  )
}
