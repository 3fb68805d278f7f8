import { useQueryClient } from '@tanstack/react-query'
import type { FromRoom } from '@tessera/contract'
import { App, Modal } from 'antd'
import { usePhrases } from '../../lib/i18n.ts'
import { useGo } from '../../lib/navigation.ts'
import { paths } from '../../lib/paths.ts'
import { uploadRoom } from '../../lib/room-line.ts'
import { useSession } from '../../lib/session.ts'
import { RoomFrame } from '../../ui/RoomFrame.tsx'
import { ScrollX } from '../../ui/ScrollX.tsx'
import { useThemeMode } from '../../ui/theme-mode.ts'
import { phrases } from './phrases.ts'
import { endUpload, hideUpload, noteUpload, type UploadRoom, useUploadRooms } from './upload-rooms.ts'

/** Stands around all pages: a frame that is taken down loses what it has. */
export function UploadRooms() {
  return useUploadRooms().map((room) => <UploadDialog key={room.party.id} room={room} />)
}

/** The edge's page takes the file and shows what is in it; this page hears how far that is, and in the end which dataset it is. */
function UploadDialog({ room: { party, state, isOpen } }: { room: UploadRoom }) {
  const t = usePhrases(phrases)
  const go = useGo()
  const client = useQueryClient()
  const { message } = App.useApp()
  const { party: present } = useSession()
  const [theme] = useThemeMode()
  const isReview = state === 'review'
  const isShown = isOpen && present?.id === party.id

  const hear = (said: FromRoom) => {
    if (said.say === 'upload') noteUpload(party.id, said.state, said.percent)
    if (said.say === 'hide') hideUpload(party.id)
    if (said.say === 'discarded') endUpload(party.id)
    if (said.say === 'saved') {
      endUpload(party.id)
      void client.invalidateQueries({ queryKey: ['dataset'] })
      void message.success(t('upload.saved'))
      if (isShown) go(paths.dataset(said.datasetId))
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
      className="t-dialog-of-room"
    >
      <ScrollX>
        <RoomFrame title={t('upload.room')} address={uploadRoom(party.edgeUrl, { theme })} party={party} onSay={hear} />
      </ScrollX>
    </Modal>
  )
}
