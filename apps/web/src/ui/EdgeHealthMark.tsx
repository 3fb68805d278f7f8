import { CheckCircleOutlined, CloseCircleOutlined, QuestionCircleOutlined } from '@ant-design/icons'
import type { Party } from '@tessera/contract'
import { Button, Popover } from 'antd'
import { EDGE_HEALTH, useEdgeHealth } from '../lib/edge-health.ts'
import { useErrorText, usePhrases } from '../lib/i18n.ts'
import { usePartyName } from '../lib/party-name.ts'
import { CertificateHelpButton } from './CertificateHelpButton.tsx'
import { uiPhrases } from './phrases.ts'

const icons = {
  unknown: <QuestionCircleOutlined />,
  ok: <CheckCircleOutlined />,
  failed: <CloseCircleOutlined />,
} as const

/** Shows in the header whether the party's edge answers, with an explanation and a button to check again. */
export function EdgeHealthMark({ party }: { party: Pick<Party, 'id' | 'edgeUrl' | 'name'> }) {
  const t = usePhrases(uiPhrases)
  const nameOf = usePartyName()
  const { health } = useEdgeHealth(party)
  const word = t(party.edgeUrl ? `edge.${health}` : 'edge.none')
  return (
    <Popover
      trigger="click"
      placement="bottom"
      title={t('edge.title', { party: nameOf(party) })}
      content={<Meaning party={party} />}
      styles={{ container: { maxWidth: 'min(360px, calc(100vw - 24px))' } }}
    >
      <Button
        type="text"
        aria-label={word}
        data-health={EDGE_HEALTH[health]}
        className={`t-edge-mark t-edge-${health}`}
      >
        <span aria-hidden="true">{icons[health]}</span>
        <span className="t-wide-only">{word}</span>
      </Button>
    </Popover>
  )
}

function Meaning({ party }: { party: Pick<Party, 'id' | 'edgeUrl'> }) {
  const t = usePhrases(uiPhrases)
  const say = useErrorText()
  const { health, error, isChecking, check } = useEdgeHealth(party)
  if (!party.edgeUrl) return <p>{t('edge.none.reason')}</p>
  return (
    <div className="t-stack t-stack-tight">
      <p role={error ? 'alert' : 'status'}>
        {error ? say(error) : t(health === 'ok' ? 'edge.ok.reason' : 'edge.unknown.reason')}{' '}
        {error && <CertificateHelpButton />}
      </p>
      <div>
        <Button size="small" loading={isChecking} onClick={() => void check().catch(() => undefined)}>
          {t('edge.check')}
        </Button>
      </div>
    </div>
  )
}
