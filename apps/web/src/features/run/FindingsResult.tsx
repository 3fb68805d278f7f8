import { DownloadOutlined } from '@ant-design/icons'
import { areCurves, type Findings } from '@tessera/contract'
import { Button } from 'antd'
import { usePhrases } from '../../lib/i18n.ts'
import { fileNameOf, saveAs } from '../../lib/save-file.ts'
import { CurvesResult } from './CurvesResult.tsx'
import { curvesCsv } from './curves-csv.ts'
import { DescribedResult } from './DescribedResult.tsx'
import { csvOf } from './described-csv.ts'
import { runPhrases } from './phrases.ts'

interface Props {
  findings: Findings
  /** Returns the names of parties with separate tables. The result of a single party has no such tables. */
  nameOf?: (partyId: string) => string
}

const asItIs = (partyId: string) => partyId

/** The findings of a task without a model. */
export function FindingsResult({ findings, partyCount, nameOf = asItIs }: Props & { partyCount: number }) {
  if (areCurves(findings)) return <CurvesResult curves={findings} partyCount={partyCount} />
  return <DescribedResult table={findings} partyCount={partyCount} nameOf={nameOf} />
}

/** Saves all findings as CSV. */
export function FindingsDownload({ findings, taskName, nameOf = asItIs }: Props & { taskName: string }) {
  const t = usePhrases(runPhrases)
  const save = () => {
    const text = areCurves(findings) ? curvesCsv(findings, t) : csvOf(findings, t, nameOf)
    saveAs(new Blob([text], { type: 'text/csv;charset=utf-8' }), `${fileNameOf(taskName)}.csv`)
  }
  return (
    <Button icon={<DownloadOutlined aria-hidden="true" />} onClick={save}>
      {t('described.download')}
    </Button>
  )
}
