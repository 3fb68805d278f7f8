import { useQuery } from '@tanstack/react-query'
import { type DatasetDraft, dataKindOf } from '@tessera/contract'
import { AnalysisCharts } from '../../kinds/analysis/AnalysisCharts.tsx'
import { ProfileTable } from '../../kinds/tables/ProfileTable.tsx'
import { usePhrases } from '../../lib/i18n.ts'
import { analysisQuery, profilesQuery } from '../own-rows.ts'
import { PageGate } from '../PageGate.tsx'
import { FirstLook } from './FirstLook.tsx'
import { uploadPhrases } from './phrases.ts'
import { ReadingSummary } from './ReadingSummary.tsx'
import styles from './upload.module.css'

/** The content of an uploaded archive before it has a name. Members see its size; values of rows need a session. */
export function DraftReview({ draft }: { draft: DatasetDraft }) {
  const t = usePhrases(uploadPhrases)
  const { profilesColumns } = dataKindOf(draft.contentType)
  return (
    <div className="t-stack">
      <ReadingSummary draft={draft} />
      <PageGate hasHeading={false}>
        {profilesColumns && <FirstLook draft={draft} />}
        <section className={styles.section}>
          <h3>{t(profilesColumns ? 'review.columns' : 'review.analysis')}</h3>
          {profilesColumns ? <Profiles draft={draft} /> : <Charts draft={draft} />}
        </section>
        {!profilesColumns && <FirstLook draft={draft} />}
      </PageGate>
    </div>
  )
}

function Charts({ draft }: { draft: DatasetDraft }) {
  return <AnalysisCharts analysis={useQuery(analysisQuery(draft.tableName))} />
}

function Profiles({ draft }: { draft: DatasetDraft }) {
  return <ProfileTable draft={draft} profiles={useQuery(profilesQuery(draft.tableName))} />
}
