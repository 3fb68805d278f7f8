import { useQueryClient } from '@tanstack/react-query'
import type { FromFrame } from '@tessera/contract'
import { App, Modal } from 'antd'
import { uploadPage } from '../../lib/frame-channel.ts'
import { usePhrases } from '../../lib/i18n.ts'
import { useGo } from '../../lib/navigation.ts'
import { paths } from '../../lib/paths.ts'
import { useSession } from '../../lib/session.ts'
import { EdgeFrame } from '../../ui/EdgeFrame.tsx'
import { ScrollX } from '../../ui/ScrollX.tsx'
import { useThemeMode } from '../../ui/theme-mode.ts'
import { endUpload, hideUpload, noteUpload, type OpenUpload, useOpenUploads } from './open-uploads.ts'
import { phrases } from './phrases.ts'

/** The upload dialogs. They are mounted outside the pages, because a frame loses its state when it is unmounted. */
export function UploadDialogs() {
  return useOpenUploads().map((edgeFrame) => <UploadDialog key={edgeFrame.party.id} edgeFrame={edgeFrame} />)
}

/**
 * Shows the upload page of the edge, which takes the file. The console receives only the progress and the id of the new
 * dataset.
 */
function UploadDialog({ edgeFrame: { party, state, isOpen } }: { edgeFrame: OpenUpload }) {
  const t = usePhrases(phrases)
  const go = useGo()
  const client = useQueryClient()
  const { message } = App.useApp()
  const { party: present } = useSession()
  const [theme] = useThemeMode()
  const isReview = state === 'review'
  const isShown = isOpen && present?.id === party.id

  const onReport = (report: FromFrame) => {
    if (report.say === 'upload') noteUpload(party.id, report.state, report.percent)
    if (report.say === 'hide') hideUpload(party.id)
    if (report.say === 'discarded') endUpload(party.id)
    if (report.say === 'saved') {
      endUpload(party.id)
      void client.invalidateQueries({ queryKey: ['dataset'] })
      void message.success(t('upload.saved'))
      if (isShown) go(paths.dataset(report.datasetId))
    }
  }
  return (
    <Modal
      open={isShown}
      onCancel={() => hideUpload(party.id)}
      title={t(isReview ? 'save.title' : 'upload.title')}
      footer={null}
      width={isReview ? 960 : 640}
      mask={{ closable: !isReview }}
      className="t-dialog-of-frame"
    >
      <ScrollX>
        <EdgeFrame
          title={t('upload.frame')}
          address={uploadPage(party.edgeUrl, { theme })}
          party={party}
          onSay={onReport}
        />
      </ScrollX>
    </Modal>
  )
}
