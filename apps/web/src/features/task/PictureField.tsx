import { useMutation } from '@tanstack/react-query'
import { Avatar, Button, Form } from 'antd'
import { useRef, useState } from 'react'
import { pictureUrl, uploadPicture } from '../../lib/files.ts'
import { usePhrases } from '../../lib/i18n.ts'
import { ErrorNote } from '../../ui/index.ts'
import { taskPhrases } from './phrases.ts'

const MAX_BYTES = 3 * 1024 * 1024

/** An optional picture, stored as soon as it is chosen. */
export function PictureField(props: { label: string; path: string | null; onChange: (path: string) => void }) {
  const t = usePhrases(taskPhrases)
  const input = useRef<HTMLInputElement>(null)
  const [isTooLarge, setTooLarge] = useState(false)
  const upload = useMutation({ mutationFn: (file: File) => uploadPicture(file, 'task'), onSuccess: props.onChange })
  const choose = (file: File | undefined) => {
    if (!file) return
    setTooLarge(file.size >= MAX_BYTES)
    if (file.size < MAX_BYTES) upload.mutate(file)
  }
  const url = pictureUrl(props.path)
  return (
    <Form.Item
      label={props.label}
      extra={t('create.avatar.help')}
      validateStatus={isTooLarge ? 'error' : ''}
      help={isTooLarge ? t('create.avatar.large') : undefined}
    >
      <div className="t-row">
        {url && <Avatar shape="square" size={48} src={url} alt={props.label} />}
        <input
          ref={input}
          type="file"
          style={{ display: 'none' }}
          accept="image/png,image/jpeg,image/webp"
          aria-label={props.label}
          onChange={(event) => choose(event.target.files?.[0])}
        />
        <Button loading={upload.isPending} onClick={() => input.current?.click()}>
          {t(props.path ? 'create.avatar.change' : 'create.avatar.choose')}
        </Button>
        <ErrorNote error={upload.error} />
      </div>
    </Form.Item>
  )
}
