import { useQuery } from '@tanstack/react-query'
import type { DatasetDraft } from '@tessera/contract'
import { AnalysisCharts } from '../../kinds/analysis/AnalysisCharts.tsx'
import { ProfileTable } from '../../kinds/tables/ProfileTable.tsx'
import { usePhrases } from '../../lib/i18n.ts'
import { analysisQuery, profilesQuery } from '../../lib/party-rows.ts'
import styles from './dataset.module.css'
import { FirstLook } from './FirstLook.tsx'
import { phrases } from './phrases.ts'
import { ReadingSummary } from './ReadingSummary.tsx'

/** What the edge found in an archive, before it has a name. */
export function DraftReview({ draft }: { draft: DatasetDraft }) {
  const t = usePhrases(phrases)
  const isTable = draft.contentType === 'tabular'
  return (
    <div className="t-stack">
      <ReadingSummary draft={draft} />
      {isTable && <FirstLook draft={draft} />}
      <section className={styles.section}>
        <h3>{t(isTable ? 'review.columns' : 'review.analysis')}</h3>
        {isTable ? <Profiles draft={draft} /> : <Charts draft={draft} />}
      </section>
      {!isTable && <FirstLook draft={draft} />}
    </div>
  )
}

function Charts({ draft }: { draft: DatasetDraft }) {
  return <AnalysisCharts analysis={useQuery(analysisQuery(draft.tableName))} />
}

function Profiles({ draft }: { draft: DatasetDraft }) {
  return <ProfileTable draft={draft} profiles={useQuery(profilesQuery(draft.tableName))} />
}
