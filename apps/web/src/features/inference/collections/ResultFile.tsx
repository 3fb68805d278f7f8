import { DownloadOutlined } from '@ant-design/icons'
import type { Inference } from '@tessera/contract'
import { Button } from 'antd'
import { usePhrases } from '../../../lib/i18n.ts'
import { useMutation } from '../../../lib/mutation.ts'
import { fileNameOf, saveAs } from '../../../lib/save-file.ts'
import { ErrorNote } from '../../../ui/index.ts'
import type { DatasetAnswers } from '../answerer.ts'
import { phrases } from '../phrases.ts'

interface Props {
  datasets: DatasetAnswers
  path: string
  harmlessCells: number
  inference: Inference
}

/** The file of a whole dataset's predictions, which is stored at the edge. */
export function ResultFile({ datasets, path, harmlessCells, inference }: Props) {
  const t = usePhrases(phrases)
  const fetchFile = useMutation({
    mutationFn: async () => saveAs(await datasets.fetchFile(path), `${fileNameOf(inference.name)}.csv`),
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
      <span className="t-soft">{t('result.fileNote')}</span>
      {harmlessCells > 0 && <span className="t-soft">{t('result.harmless', { count: harmlessCells })}</span>}
      <ErrorNote error={fetchFile.error} />
    </div>
  )
}
