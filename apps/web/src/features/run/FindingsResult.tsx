import { DownloadOutlined } from '@ant-design/icons'
import { areCurves, type Findings } from '@tessera/contract'
import { Button } from 'antd'
import { saveAs } from '../../lib/files.ts'
import { usePhrases } from '../../lib/i18n.ts'
import { fileNameOf } from '../../lib/use-download.ts'
import { CurvesResult } from './CurvesResult.tsx'
import { curvesCsv } from './curves-csv.ts'
import { DescribedResult } from './DescribedResult.tsx'
import { csvOf } from './described-csv.ts'
import { runPhrases } from './phrases.ts'

/** What a task without a model found. */
export function FindingsResult({ findings, partyCount }: { findings: Findings; partyCount: number }) {
  if (areCurves(findings)) return <CurvesResult curves={findings} partyCount={partyCount} />
  return <DescribedResult table={findings} partyCount={partyCount} />
}

/** All of it as a file for spreadsheets. */
export function FindingsDownload({ findings, taskName }: { findings: Findings; taskName: string }) {
  const t = usePhrases(runPhrases)
  const save = () => {
    const text = areCurves(findings) ? curvesCsv(findings, t) : csvOf(findings, t)
    saveAs(new Blob([text], { type: 'text/csv;charset=utf-8' }), `${fileNameOf(taskName)}.csv`)
  }
  return (
    <Button icon={<DownloadOutlined aria-hidden="true" />} onClick={save}>
      {t('described.download')}
    </Button>
  )
}
