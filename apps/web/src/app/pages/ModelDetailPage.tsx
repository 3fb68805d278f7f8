import { GlobalOutlined, LockOutlined, ThunderboltOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button, Skeleton } from 'antd'
import { useEffect, useRef } from 'react'
import { ActivityLog } from '../../features/activity/ActivityLog.tsx'
import { algorithmQuery } from '../../features/algorithm/api.ts'
import { nameOf } from '../../features/algorithm/names.ts'
import { modelActivityQuery, modelQuery, modelStatusQuery } from '../../features/model/api.ts'
import { ImportedPassport } from '../../features/model/import/ImportedPassport.tsx'
import { ImportedTag } from '../../features/model/import/ImportedTag.tsx'
import styles from '../../features/model/model.module.css'
import { Contributors } from '../../features/model/page/Contributors.tsx'
import { ModelAbout } from '../../features/model/page/ModelAbout.tsx'
import { ModelActions } from '../../features/model/page/ModelActions.tsx'
import { ModelRecord } from '../../features/model/page/ModelRecord.tsx'
import { ModelUse } from '../../features/model/page/ModelUse.tsx'
import { Passport } from '../../features/model/page/Passport.tsx'
import { phrases } from '../../features/model/phrases.ts'
import { BindPrompt } from '../../features/party/index.ts'
import { useLanguage, usePhrases } from '../../lib/i18n.ts'
import { useGo, useQueryParams } from '../../lib/navigation.ts'
import { paths } from '../../lib/paths.ts'
import { useSession } from '../../lib/session.ts'
import { ErrorNote, PageHeader, Panel, StatusTag } from '../../ui/index.ts'
import { ModelAsking } from './ModelAsking.tsx'

export function ModelDetailPage() {
  const t = usePhrases(phrases)
  const go = useGo()
  const [language] = useLanguage()
  const { party } = useSession()
  const { id = '', from, use } = useQueryParams()
  const asking = useRef<HTMLDivElement>(null)
  const { data: detail, error, refetch } = useQuery(modelQuery(id))
  const activity = useQuery(modelActivityQuery(id))
  const status = useQuery({ ...modelStatusQuery(id), enabled: party !== null })
  const model = detail?.model
  const algorithm = useQuery({ ...algorithmQuery(model?.algorithmId ?? ''), enabled: Boolean(model?.algorithmId) })
  const comesFromPool = model ? model.isPublished : from === 'pool'
  const mayCopy = detail?.abilities.download ?? false
  // A model of the pool cannot be used directly, but if the party has copied it before, the copy can be used.
  const ownModelId = model?.isPublished ? detail?.ownModelId : null
  const above = comesFromPool
    ? { title: t('pool.title'), to: paths.modelPool() }
    : { title: t('my.title'), to: paths.myModels() }
  const mayUse = Boolean(party && detail?.card && (detail.abilities.use || mayCopy || ownModelId))
  const isLedThere = mayUse && use === '1'
  useEffect(() => {
    if (isLedThere) asking.current?.focus()
  }, [isLedThere])

  return (
    <>
      <PageHeader
        title={model?.name ?? t('detail.fallback')}
        breadcrumb={[above]}
        tags={
          model && (
            <>
              {model.isPublished || status.data === 'published' ? (
                <StatusTag tone="success" icon={<GlobalOutlined />} text={t('status.published')} />
              ) : (
                <StatusTag tone="neutral" icon={<LockOutlined />} text={t('status.own')} />
              )}
              {model.isImported && <ImportedTag />}
              {model.isPublished && status.data === 'copied' && <StatusTag tone="success" text={t('status.copied')} />}
            </>
          )
        }
        action={
          detail && (
            <>
              <ModelActions
                detail={detail}
                mayFetchFile={party !== null}
                onGone={() => go(above.to)}
                onCopied={(modelId) => go(paths.model(modelId, { from: 'myModel' }))}
              />
              {ownModelId && (
                <Button onClick={() => go(paths.model(ownModelId, { from: 'myModel' }))}>{t('copy.open')}</Button>
              )}
              {mayUse && (
                <Button
                  type="primary"
                  icon={<ThunderboltOutlined aria-hidden="true" />}
                  onClick={() => asking.current?.focus()}
                >
                  {t('action.use')}
                </Button>
              )}
            </>
          )
        }
      />
      {!party && <BindPrompt />}
      <ErrorNote error={error} onRetry={refetch} />
      {!detail && !error && <Skeleton active paragraph={{ rows: 12 }} />}
      {detail && model && (
        <div className={styles.columns}>
          <div>
            <ModelRecord detail={detail} />
            <Panel title={t('detail.about')}>
              <ModelAbout model={model} />
            </Panel>
            {mayUse && detail.card && <ModelAsking key={model.id} detail={detail} card={detail.card} place={asking} />}
          </div>
          <div className={styles.side}>
            {!model.isImported && (
              <Panel title={t('contributors.title')}>
                <Contributors {...detail} contentType={detail.model.contentType} />
              </Panel>
            )}
            {detail.card?.imported && (
              <Panel title={t('passport.title')}>
                <ImportedPassport
                  model={model}
                  card={detail.card}
                  by={detail.importedBy ?? ''}
                  imported={detail.card.imported}
                />
              </Panel>
            )}
            {detail.card && !detail.card.imported && (
              <Panel title={t('passport.title')}>
                <Passport
                  model={model}
                  card={detail.card}
                  contributors={detail.contributors}
                  elapsedMs={detail.elapsedMs}
                  ending={detail.ending}
                  algorithmName={algorithm.data ? nameOf(algorithm.data, language) : null}
                  parameterTexts={algorithm.data?.parameterDescriptions}
                  poolCodeHash={algorithm.data?.codeHash ?? null}
                />
              </Panel>
            )}
            <Panel title={t('use.title')}>
              <ModelUse detail={detail} />
            </Panel>
            <Panel title={t('log.title')}>
              <ActivityLog query={activity} none={t('log.none')} />
            </Panel>
          </div>
        </div>
      )}
    </>
  )
}
