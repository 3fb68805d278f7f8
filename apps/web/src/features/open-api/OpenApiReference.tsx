import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useMemo } from 'react'
import { usePhrases } from '../../lib/i18n.ts'
import { saveAs } from '../../lib/save-file.ts'
import { useUrlState } from '../../lib/url-state.ts'
import { CardSkeleton, EmptyState, ErrorNote, PageHeader, Panel, SearchBox } from '../../ui/index.ts'
import { findCalls, openApiQuery } from './api.ts'
import { CallEntry } from './CallEntry.tsx'
import styles from './open-api.module.css'
import { openApiPhrases } from './phrases.ts'

/** The platform's OpenAPI document, with search and download. */
export function OpenApiReference() {
  const t = usePhrases(openApiPhrases)
  const [{ name }, setUrl] = useUrlState({ name: '' })
  const { data, error, isPending, refetch } = useQuery(openApiQuery())
  const groups = useMemo(() => (data ? findCalls(data, name) : []), [data, name])
  return (
    <>
      <PageHeader
        title={t('title')}
        description={t('description')}
        action={
          data && (
            <Button onClick={() => saveAs(new Blob([JSON.stringify(data, null, 2)]), 'tessera-openapi.json')}>
              {t('download')}
            </Button>
          )
        }
      />
      <ErrorNote error={error} onRetry={() => void refetch()} />
      {isPending && <CardSkeleton height={320} />}
      {data && (
        <>
          <p className={styles.info} lang="en">
            {data.info.description}
          </p>
          <div className={styles.search}>
            <SearchBox
              value={name}
              label={t('search')}
              onSearch={(text) => setUrl({ name: text }, { replace: true })}
            />
          </div>
          {groups.length === 0 && <EmptyState title={t('nothing', { text: name })} reason={t('nothingReason')} />}
          {groups.map(([group, calls]) => (
            <Panel key={group} title={group || t('other')} extra={<span>{t('count', { count: calls.length })}</span>}>
              <ul className={styles.calls}>
                {calls.map((call) => (
                  <CallEntry key={`${call.method} ${call.path}`} document={data} call={call} />
                ))}
              </ul>
            </Panel>
          ))}
        </>
      )}
    </>
  )
}
