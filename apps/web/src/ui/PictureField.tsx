import { PICTURE_MEGABYTES } from '@tessera/contract'
import { Button, Upload } from 'antd'
import { useState } from 'react'
import { usePhrases } from '../lib/i18n.ts'
import { uiPhrases } from './phrases.ts'
import { useObjectUrl } from './use-object-url.ts'

const PICTURES = ['image/png', 'image/jpeg', 'image/webp']
const MAX_BYTES = PICTURE_MEGABYTES * 1024 * 1024

interface Props {
  /** The existing avatar. */
  present?: string | undefined
  value?: File | null
  onChange?: (file: File | null) => void
}

/** A form field that chooses an avatar and shows it. The picture is sent with the rest of the form. */
export function PictureField({ present, value = null, onChange }: Props) {
  const t = usePhrases(uiPhrases)
  const [complaint, setComplaint] = useState<'pictureTooLarge' | 'notPicture' | null>(null)
  const shown = useObjectUrl(value) ?? present
  const take = (file: File) => {
    const wrong = PICTURES.includes(file.type) ? (file.size < MAX_BYTES ? null : 'pictureTooLarge') : 'notPicture'
    setComplaint(wrong)
    if (!wrong) onChange?.(file)
    return false
  }
  return (
    <div>
      <div className="t-row">
        {shown && <img src={shown} alt="" className="t-picture" />}
        <Upload accept={PICTURES.join(',')} showUploadList={false} beforeUpload={take}>
          <Button>{t('choosePicture')}</Button>
        </Upload>
        {value && (
          <Button type="text" onClick={() => onChange?.(null)}>
            {t('remove')}
          </Button>
        )}
      </div>
      {complaint && (
        <p className="t-complaint" role="alert">
          {t(complaint)}
        </p>
      )}
    </div>
  )
}
