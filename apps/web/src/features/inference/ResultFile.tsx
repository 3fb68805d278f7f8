import { DownloadOutlined } from '@ant-design/icons'
import type { Inference } from '@tessera/contract'
import { Button } from 'antd'
import { usePhrases } from '../../lib/i18n.ts'
import { paths } from '../../lib/paths.ts'
import { useDownload } from '../../lib/use-download.ts'
import { ErrorNote } from '../../ui/index.ts'
import { phrases } from './phrases.ts'

interface Props {
  path: string
  harmlessCells: number
  inference: Inference
  partyName: string
}

/** The file of a whole dataset's predictions, which lies at the edge. */
export function ResultFile({ path, harmlessCells, inference, partyName }: Props) {
  const t = usePhrases(phrases)
  const { id, modelId, name } = inference
  const fetchFile = useDownload({
    path: path.startsWith('/') ? path : `/${path}`,
    at: 'edge',
    name,
    extension: 'csv',
    page: paths.inference({ id, modelId }),
  })
  return (
    <div className="t-stack" style={{ gap: 4 }}>
      <Button
        icon={<DownloadOutlined aria-hidden="true" />}
        loading={fetchFile.isPending}
        onClick={() => fetchFile.mutate()}
        style={{ alignSelf: 'flex-start' }}
      >
        {t('result.download')}
      </Button>
      <span className="t-soft">{t('result.fileNote', { party: partyName })}</span>
      {harmlessCells > 0 && <span className="t-soft">{t('result.harmless', { count: harmlessCells })}</span>}
      <ErrorNote error={fetchFile.error} />
    </div>
  )
}
