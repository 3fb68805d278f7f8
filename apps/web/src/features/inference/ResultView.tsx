import { DownloadOutlined } from '@ant-design/icons'
import type { Inference, InferenceResult, Prediction } from '@tessera/contract'
import { Button } from 'antd'
import { useMemo } from 'react'
import { formatNumber, useFormat } from '../../lib/format.ts'
import { usePhrases } from '../../lib/i18n.ts'
import { paths } from '../../lib/paths.ts'
import { useDownload } from '../../lib/use-download.ts'
import { ErrorNote } from '../../ui/index.ts'
import { SurvivalChart } from '../../ui/survival/SurvivalChart.tsx'
import { answerText } from './answer.ts'
import styles from './inference.module.css'
import { PredictionTable } from './PredictionTable.tsx'
import { ProbabilityBars } from './ProbabilityBars.tsx'
import { phrases } from './phrases.ts'

interface Props {
  result: InferenceResult
  inference: Inference
  partyName: string
}

/** What the model said: one answer large, several as a table, a whole dataset as a file. */
export function ResultView({ result, inference, partyName }: Props) {
  const t = usePhrases(phrases)
  const format = useFormat()
  const label = inference.output?.label ?? ''
  const [only, another] = result.predictions
  return (
    <div className="t-stack">
      {result.type === 'tabularCollection' && <p>{t('result.rows', { count: result.rowCount })}</p>}
      {result.accuracy !== null && <p>{t('result.accuracy', { share: format.percent(result.accuracy), label })}</p>}
      {only && !another && result.type === 'tabular' ? (
        <SingleAnswer prediction={only} output={inference.output} />
      ) : (
        result.predictions.length > 0 && <PredictionTable result={result} label={label} />
      )}
      {result.resultPath !== null && (
        <ResultFile
          path={result.resultPath}
          harmlessCells={result.harmlessCells ?? 0}
          inference={inference}
          partyName={partyName}
        />
      )}
    </div>
  )
}

function SingleAnswer({ prediction, output }: { prediction: Prediction; output: Inference['output'] }) {
  const t = usePhrases(phrases)
  const isCluster = prediction.kind === 'clusters'
  const title = {
    clusters: t('result.cluster'),
    survival: t('result.hazard', { label: output?.label ?? '' }),
    number: t('result.single', { label: output?.label ?? '' }),
    classes: t('result.single', { label: output?.label ?? '' }),
  }
  return (
    <div className={styles.answer}>
      <div>
        <div className="t-soft">{title[prediction.kind]}</div>
        <div className={styles.answerValue}>{answerText(prediction)}</div>
      </div>
      {prediction.kind === 'classes' && <ProbabilityBars probabilities={prediction.probabilities} limit={12} />}
      {prediction.kind === 'survival' && output?.kind === 'survival' && (
        <CaseCurve survival={prediction.survival} output={output} />
      )}
      {isCluster && <div>{t('result.away', { distance: formatNumber(prediction.distance) })}</div>}
    </div>
  )
}

/** How likely it is to be without the event, as time goes on. */
function CaseCurve({
  survival,
  output: { time, times },
}: {
  survival: number[]
  output: Extract<NonNullable<Inference['output']>, { kind: 'survival' }>
}) {
  const t = usePhrases(phrases)
  const curves = useMemo(() => {
    const points = times.map((at, place) => ({ time: at, survival: survival[place] ?? 0 }))
    return [{ name: t('result.case'), points }]
  }, [times, survival, t])
  return (
    <div className="t-grow">
      <SurvivalChart label={t('result.curve')} time={time} curves={curves} />
    </div>
  )
}

interface FileProps {
  path: string
  harmlessCells: number
  inference: Inference
  partyName: string
}

function ResultFile({ path, harmlessCells, inference, partyName }: FileProps) {
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
