import { useQuery } from '@tanstack/react-query'
import { createElement } from 'react'
import { useAbout } from '../../lib/about.ts'
import { useFormat } from '../../lib/format.ts'
import { usePhrases } from '../../lib/i18n.ts'
import { CardSkeleton, EmptyState, ErrorNote, PageHeader, Panel, StatusTag } from '../../ui/index.ts'
import { versionsQuery } from './api.ts'
import { homePhrases } from './phrases.ts'

/** The release notes. */
export function Journal() {
  const t = usePhrases(homePhrases)
  const format = useFormat()
  const versions = useQuery(versionsQuery())
  const present = useAbout()?.version
  return (
    <>
      <PageHeader title={t('journal')} description={t('journalIntro')} />
      <ErrorNote error={versions.error} onRetry={() => void versions.refetch()} />
      {versions.isPending && <CardSkeleton count={2} />}
      {versions.data?.length === 0 && <EmptyState title={t('journalNone')} />}
      {versions.data?.map(({ version, date, notes }) => (
        <Panel
          key={version}
          title={version}
          extra={
            <span className="t-row">
              {version === present && <StatusTag tone="success" text={t('journalPresent')} />}
              <time dateTime={date}>{format.date(startOf(date))}</time>
            </span>
          }
        >
          <ul className="t-steps">
            {notes.map((note) => (
              <Note key={note} text={note} />
            ))}
          </ul>
        </Panel>
      ))}
    </>
  )
}

/** Text between backticks is code. */
function Note({ text }: { text: string }) {
  const parts = text.split('`').map((part, n) => (n % 2 === 1 ? createElement('code', null, part) : part))
  return createElement('li', null, ...parts)
}

/** Parses a date as local time. Parsed as UTC, it would be the previous day in the western hemisphere. */
const startOf = (day: string) => new Date(`${day}T00:00`)
