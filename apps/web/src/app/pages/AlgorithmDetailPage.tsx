import { PlusOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button, Skeleton } from 'antd'
import { ActivityLog } from '../../features/activity/ActivityLog.tsx'
import { AlgorithmAbout, AlgorithmTexts } from '../../features/algorithm/AlgorithmAbout.tsx'
import { AlgorithmUse } from '../../features/algorithm/AlgorithmUse.tsx'
import { algorithmActivityQuery, algorithmQuery } from '../../features/algorithm/api.ts'
import { kindIcon } from '../../features/algorithm/kind-icon.tsx'
import { nameOf } from '../../features/algorithm/names.ts'
import { ParameterTable } from '../../features/algorithm/ParameterTable.tsx'
import { phrases } from '../../features/algorithm/phrases.ts'
import { TranslateForm } from '../../features/algorithm/TranslateForm.tsx'
import { BindPrompt } from '../../features/party/index.ts'
import { useLanguage, usePhrases } from '../../lib/i18n.ts'
import { useGo, useQueryParams } from '../../lib/navigation.ts'
import { BY_ITSELF, paths } from '../../lib/paths.ts'
import { useSession } from '../../lib/session.ts'
import { AppLink } from '../../ui/AppLink.tsx'
import { ErrorNote, PageHeader, Panel, StatusTag } from '../../ui/index.ts'

export function AlgorithmDetailPage() {
  const t = usePhrases(phrases)
  const go = useGo()
  const [language] = useLanguage()
  const { party } = useSession()
  const { id = '', flType } = useQueryParams()
  const isAlone = flType === BY_ITSELF
  const { data: algorithm, error, refetch } = useQuery(algorithmQuery(id, isAlone ? 'local' : undefined))
  const isService = algorithm?.kind === 'service'
  const activity = useQuery(algorithmActivityQuery(id))

  return (
    <>
      <PageHeader
        title={algorithm ? nameOf(algorithm, language) : t('detail.fallback')}
        breadcrumb={[{ title: t('title'), to: paths.algorithms() }]}
        tags={
          algorithm && <StatusTag tone="neutral" icon={kindIcon(algorithm.kind)} text={t(`kind.${algorithm.kind}`)} />
        }
        action={
          party &&
          algorithm &&
          !isService && (
            <Button
              type="primary"
              icon={<PlusOutlined aria-hidden="true" />}
              onClick={() =>
                go(paths.taskPool({ create: '1', algid: algorithm.id, ...(isAlone && { flType: BY_ITSELF }) }))
              }
            >
              {t(isAlone ? 'detail.create.alone' : 'detail.create')}
            </Button>
          )
        }
      />
      {!party && <BindPrompt />}
      <ErrorNote error={error} onRetry={refetch} />
      {!algorithm && !error && <Skeleton active paragraph={{ rows: 10 }} />}
      {algorithm && isService && (
        <>
          <Panel title={t('translate.title')}>
            <TranslateForm serviceId={id} />
          </Panel>
          <Panel title={t('detail.about')}>
            <AlgorithmTexts algorithm={algorithm} />
          </Panel>
        </>
      )}
      {algorithm && !isService && (
        <>
          <Panel title={t('detail.about')}>
            <div className="t-stack">
              <p className="t-soft">
                {t(isAlone ? 'detail.alone' : 'detail.together')}{' '}
                <AppLink to={paths.algorithm(id, isAlone ? {} : { flType: BY_ITSELF })}>
                  {t(isAlone ? 'detail.alone.other' : 'detail.together.other')}
                </AppLink>
              </p>
              <AlgorithmAbout algorithm={algorithm} />
            </div>
          </Panel>
          <Panel title={t('detail.parameters')}>
            <ParameterTable algorithm={algorithm} />
          </Panel>
          <Panel title={t('use.title')}>
            <AlgorithmUse algorithmId={id} />
          </Panel>
          <Panel title={t('log.title')}>
            <ActivityLog query={activity} none={t('log.none')} />
          </Panel>
        </>
      )}
    </>
  )
}
