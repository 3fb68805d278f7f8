import { PICTURE_ENDINGS, PICTURES_AT_ONCE, type PicturesInput, type TableRow } from '@tessera/contract'
import { Button, Upload } from 'antd'
import { useState } from 'react'
import { usePhrases } from '../../../lib/i18n.ts'
import { useMutation } from '../../../lib/mutation.ts'
import { useObjectUrl } from '../../../ui/use-object-url.ts'
import { rowOf } from '../collections/picture-row.ts'
import styles from '../inference.module.css'
import { phrases } from '../phrases.ts'
import { PredictButton } from './PredictButton.tsx'

interface Props {
  input: PicturesInput
  isPending: boolean
  error: unknown
  onSubmit: (rows: TableRow[], files: File[]) => void
}

/** Chooses one or several pictures to predict. */
export function PictureForm({ input, isPending, error, onSubmit }: Props) {
  const t = usePhrases(phrases)
  const [files, setFiles] = useState<File[]>([])
  const [isTried, setTried] = useState(false)
  const wrong = complaintOf(files)
  const complaint = isTried || files.length > 0 ? wrong : null

  // This is a mutation, so that the button can be disabled while the files are read.
  const send = useMutation({
    mutationFn: async () => onSubmit(await Promise.all(files.map((file) => rowOf(file, input))), files),
  })
  const isBusy = isPending || send.isPending
  const submit = () => {
    setTried(true)
    if (!wrong) send.mutate()
  }
  return (
    <form
      noValidate
      className="t-stack"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <Upload
        accept={PICTURE_ENDINGS.join(',')}
        multiple
        showUploadList={false}
        disabled={isBusy}
        beforeUpload={(file) => {
          setFiles((before) => (before.some((one) => keyOf(one) === keyOf(file)) ? before : [...before, file]))
          return false
        }}
      >
        <Button>{t('pictures.choose')}</Button>
      </Upload>
      {files.length > 0 && (
        <ul className={styles.chosen} aria-label={t('pictures.chosen')}>
          {files.map((file) => (
            <li key={keyOf(file)}>
              <Chosen file={file} onRemove={() => setFiles(files.filter((one) => one !== file))} />
            </li>
          ))}
        </ul>
      )}
      {complaint && (
        <p role="alert" className={styles.fieldError}>
          {t(complaint, { count: PICTURES_AT_ONCE.most, megabytes: PICTURES_AT_ONCE.megabytes })}
        </p>
      )}
      <PredictButton isPending={isBusy} error={error ?? send.error} />
    </form>
  )
}

/**
 * Returns a key that identifies a file. Pictures in different folders can have the same name, and a picture that is
 * chosen twice counts once.
 */
const keyOf = ({ name, size, lastModified }: File) => `${name} ${size} ${lastModified}`

function complaintOf(files: File[]) {
  if (files.length === 0) return 'pictures.needed'
  const bytes = files.reduce((sum, { size }) => sum + size, 0)
  const { most, megabytes } = PICTURES_AT_ONCE
  return bytes > megabytes * 1024 * 1024 || files.length > most ? 'pictures.many' : null
}

function Chosen({ file, onRemove }: { file: File; onRemove: () => void }) {
  const t = usePhrases(phrases)
  const url = useObjectUrl(file)
  return (
    <>
      {url && <img src={url} alt={file.name} />}
      <span>{file.name}</span>
      <Button type="text" size="small" aria-label={t('pictures.remove', { name: file.name })} onClick={onRemove}>
        ×
      </Button>
    </>
  )
}
