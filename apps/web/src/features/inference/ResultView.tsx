import { DownloadOutlined } from '@ant-design/icons'
import { useMutation } from '@tanstack/react-query'
import type { InferenceResult, ModelOutput, Prediction } from '@tessera/contract'
import { Button } from 'antd'
import { fileUrl } from '../../lib/files.ts'
import { formatNumber, useFormat } from '../../lib/format.ts'
import { usePhrases } from '../../lib/i18n.ts'
import { ErrorNote } from '../../ui/index.ts'
import styles from './inference.module.css'
import { PredictionTable } from './PredictionTable.tsx'
import { ProbabilityBars } from './ProbabilityBars.tsx'
import { phrases } from './phrases.ts'

interface Props {
  result: InferenceResult
  output: ModelOutput | null
  partyName: string
}

/** What the model said: one answer large, several as a table, a whole dataset as a file. */
export function ResultView({ result, output, partyName }: Props) {
  const t = usePhrases(phrases)
  const format = useFormat()
  const label = output?.label ?? ''
  const [only, another] = result.predictions
  return (
    <div className="t-stack">
      {result.type === 'tabularCollection' && <p>{t('result.rows', { count: result.rowCount })}</p>}
      {result.accuracy !== null && <p>{t('result.accuracy', { share: format.percent(result.accuracy), label })}</p>}
      {only && !another && result.type === 'tabular' ? (
        <SingleAnswer prediction={only} label={label} />
      ) : (
        result.predictions.length > 0 && <PredictionTable result={result} label={label} />
      )}
      {result.resultPath !== null && <ResultFile path={result.resultPath} partyName={partyName} />}
    </div>
  )
}

function SingleAnswer({ prediction, label }: { prediction: Prediction; label: string }) {
  const t = usePhrases(phrases)
  const hasClasses = Object.keys(prediction.probabilities).length > 0
  return (
    <div className={styles.answer}>
      <div>
        <div className="t-soft">{t('result.single', { label })}</div>
        <div className={styles.answerValue}>{answerText(prediction.result)}</div>
      </div>
      {hasClasses && <ProbabilityBars probabilities={prediction.probabilities} limit={12} />}
    </div>
  )
}

/** Numbers are rounded for reading; classes stay as they are. */
function answerText(result: string): string {
  const number = Number(result)
  return result.trim() !== '' && Number.isFinite(number) ? formatNumber(number) : result
}

function ResultFile({ path, partyName }: { path: string; partyName: string }) {
  const t = usePhrases(phrases)
  const fetchFile = useMutation({
    mutationFn: async () => {
      const link = document.createElement('a')
      link.href = await fileUrl(path.startsWith('/') ? path : `/${path}`, { at: 'edge' })
      link.download = path.split('/').at(-1) ?? 'result.csv'
      link.click()
    },
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
      <ErrorNote error={fetchFile.error} />
    </div>
  )
}
