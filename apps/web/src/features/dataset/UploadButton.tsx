import { UploadOutlined } from '@ant-design/icons'
import { Alert, Button, Modal } from 'antd'
import { useEdgeHealth } from '../../lib/edge-health.ts'
import { useErrorText, usePhrases } from '../../lib/i18n.ts'
import { useMutation } from '../../lib/mutation.ts'
import { useGo } from '../../lib/navigation.ts'
import { paths } from '../../lib/paths.ts'
import { useSession } from '../../lib/session.ts'
import { CertificateHelpButton } from '../../ui/index.ts'
import { openUpload } from './open-uploads.ts'
import { phrases } from './phrases.ts'

/** A button that opens the upload if the party's edge is reachable, and otherwise shows the reason. */
export function UploadButton() {
  const t = usePhrases(phrases)
  const showError = useErrorText()
  const go = useGo()
  const { party } = useSession()
  const { check } = useEdgeHealth(party)
  const edgeUrl = party?.edgeUrl
  const lacksEdge = !edgeUrl
  const health = useMutation({
    mutationFn: check,
    onSuccess: () => {
      if (party && edgeUrl) openUpload({ ...party, edgeUrl })
    },
  })
  const press = () => health.mutate()

  return (
    <>
      <Button type="primary" icon={<UploadOutlined aria-hidden="true" />} loading={health.isPending} onClick={press}>
        {health.isPending ? t('upload.checking') : t('upload.open')}
      </Button>
      <Modal
        open={health.isError}
        title={lacksEdge ? t('upload.noEdge.title') : t('upload.title')}
        onCancel={health.reset}
        footer={
          lacksEdge ? (
            <Button type="primary" onClick={() => go(paths.environment())}>
              {t('upload.noEdge.action')}
            </Button>
          ) : (
            <Button type="primary" loading={health.isPending} onClick={press}>
              {t('upload.retry')}
            </Button>
          )
        }
      >
        {lacksEdge ? (
          t('upload.noEdge.reason')
        ) : (
          <Alert
            type="error"
            showIcon
            role="alert"
            title={t('upload.unreachable')}
            description={
              health.error && (
                <>
                  {showError(health.error)} <CertificateHelpButton />
                </>
              )
            }
          />
        )}
      </Modal>
    </>
  )
}
