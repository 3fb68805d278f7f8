import { type Inference, isErrorCode, phrase } from '@tessera/contract'
import { Alert, Skeleton, Steps } from 'antd'
import { useLanguage, usePhrases } from '../../lib/i18n.ts'
import { Panel } from '../../ui/index.ts'
import { phrases } from './phrases.ts'
import { stepOf } from './status.ts'

/** The progress of an inference task in three steps, and why it waits or has failed. */
export function InferenceProgress({ inference: { status, failure } }: { inference: Inference }) {
  const t = usePhrases(phrases)
  const [language] = useLanguage()
  return (
    <Panel>
      <Steps
        size="small"
        responsive={false}
        current={stepOf[status]}
        status={status === 'failed' ? 'error' : 'process'}
        items={[{ title: t('steps.import') }, { title: t('steps.running') }, { title: t('steps.done') }]}
      />
      {status === 'failed' && (
        <Alert
          type="error"
          showIcon
          role="alert"
          style={{ marginTop: 16 }}
          title={t('failed.title')}
          description={failure && (isErrorCode(failure) ? phrase(language, failure) : failure)}
        />
      )}
      {(status === 'creating' || status === 'running') && (
        <div role="status" style={{ marginTop: 16 }}>
          <strong>{t(`${status}.title`)}</strong>
          <p className="t-soft">{t(`${status}.reason`)}</p>
          {status === 'creating' && <Skeleton active title={false} paragraph={{ rows: 4 }} />}
        </div>
      )}
    </Panel>
  )
}
