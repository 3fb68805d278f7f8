import { ReloadOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { NodeCondition, type Party, SoftwarePart } from '@tessera/contract'
import { Alert, Button } from 'antd'
import type { ReactNode } from 'react'
import { environmentQuery, isEdgeReachable, type PartName, usePartNames } from '../../lib/environment.ts'
import { useFormat } from '../../lib/format.ts'
import { usePhrases } from '../../lib/i18n.ts'
import { usePartyName } from '../../lib/party-name.ts'
import { paths } from '../../lib/paths.ts'
import { AppLink, ErrorNote, PageHeader, Panel, StatusTag, Word } from '../../ui/index.ts'
import { GuideSteps } from './GuideSteps.tsx'
import { environmentPhrases } from './phrases.ts'

/** Shows the checks of the edge's software and machine. `setUp` follows the guide; `note` precedes the checks. */
export function EnvironmentCheck({ party, setUp, note }: { party: Party; setUp: ReactNode; note: ReactNode }) {
  const t = usePhrases(environmentPhrases)
  const nameOf = usePartyName()
  const f = useFormat()
  const check = useQuery(environmentQuery(party.id))
  const isWell = check.data && check.data.software.length + check.data.hardware.length === 0
  const verdict = isWell || !check.data ? 'allWell' : check.data.software.length > 0 ? 'notWell' : 'machineNotWell'
  const isReachable = check.data !== undefined && isEdgeReachable(check.data.hardware)
  return (
    <>
      <PageHeader
        title={t('title')}
        description={t('intro', { party: nameOf(party) })}
        action={
          <Button
            type="primary"
            icon={<ReloadOutlined />}
            loading={check.isFetching}
            onClick={() => void check.refetch()}
          >
            {t('recheck')}
          </Button>
        }
      />
      <div className="t-stack">
        <ErrorNote error={check.error} onRetry={() => void check.refetch()} />
        {!check.isError && (
          <Alert
            type={verdict === 'allWell' ? 'success' : 'warning'}
            showIcon
            title={
              <>
                {t(verdict)}{' '}
                <span className="t-soft">
                  {t('checkedAt', { time: f.dateTime(check.data?.checkTime ?? new Date()) })}
                </span>
              </>
            }
            // Reserves the space that the result will take.
            style={{ visibility: check.data ? 'visible' : 'hidden' }}
          />
        )}
        {note}
        <div className="t-columns">
          <Panel title={t('software')}>
            <Checklist names={SoftwarePart.options} failing={check.data?.software} isReachable={isReachable} />
          </Panel>
          <Panel title={t('hardware')}>
            <Checklist names={NodeCondition.options} failing={check.data?.hardware} isReachable={isReachable} />
          </Panel>
        </div>
        <Panel title={t('guide')}>
          <GuideSteps />
          <p className="t-guide-foot">
            <AppLink to={paths.environmentGuide()}>{t('guideMore')}</AppLink>
          </p>
          <div className="t-guide-foot">
            {party.abilities.enrolEdge ? setUp : <p className="t-soft">{t('askAdmin')}</p>}
          </div>
        </Panel>
      </div>
    </>
  )
}

interface ChecklistProps {
  names: readonly PartName[]
  failing: readonly PartName[] | undefined
  /** Whether the edge answers. If not, only the parts in `KNOWN_WHEN_UNREACHABLE` have a known state. */
  isReachable: boolean
}

/** The parts whose state is known even if the edge does not answer. */
const KNOWN_WHEN_UNREACHABLE: readonly PartName[] = ['edge', 'node', 'superlink', 'NetworkUnavailable']

function Checklist({ names, failing, isReachable }: ChecklistProps) {
  const t = usePhrases(environmentPhrases)
  const namesOf = usePartNames()
  return (
    <ul className="t-checklist">
      {names.map((name) => {
        const isKnown = isReachable || KNOWN_WHEN_UNREACHABLE.includes(name)
        const isFailing = isKnown && failing?.includes(name)
        return (
          <li key={name}>
            <div>
              <strong>{name === 'edge' ? <Word of="edge">{namesOf([name])}</Word> : namesOf([name])}</strong>
              <p className="t-soft">
                {t(`${name}Help`)}
                {isFailing && (
                  <>
                    {' '}
                    <AppLink to={paths.environmentGuide(name)} label={t('whatToDoOf', { part: namesOf([name]) })}>
                      {t('whatToDo')}
                    </AppLink>
                  </>
                )}
              </p>
            </div>
            <span style={{ visibility: failing ? 'visible' : 'hidden' }}>
              {isKnown ? (
                <StatusTag tone={isFailing ? 'error' : 'success'} text={t(isFailing ? 'fail' : 'pass')} />
              ) : (
                <StatusTag tone="neutral" text={t('notChecked')} />
              )}
            </span>
          </li>
        )
      })}
    </ul>
  )
}
