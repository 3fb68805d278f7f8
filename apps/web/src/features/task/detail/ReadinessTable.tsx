import { keepPreviousData, useIsFetching, useQuery, useQueryClient } from '@tanstack/react-query'
import type { NodeCondition, Registration, TaskDetail } from '@tessera/contract'
import { Button } from 'antd'
import { ENVIRONMENT_CHECK, environmentQuery, isEdgeReachable, usePartNames } from '../../../lib/environment.ts'
import { usePhrases } from '../../../lib/i18n.ts'
import { useRowsWords } from '../../../lib/rows-words.ts'
import { PartyTile, StatusTag, Word } from '../../../ui/index.ts'
import { ScrollX } from '../../../ui/ScrollX.tsx'
import { taskPhrases } from '../phrases.ts'
import { ticketStatus } from './panel.ts'
import { StaleBecause } from './StaleBecause.tsx'

interface OfTask extends Pick<TaskDetail, 'contentType'> {
  algorithmId?: string | undefined
}
type Props = { registrations: Registration[] } & OfTask

/** The data, ticket, software and machine of all parties, side by side. */
export function ReadinessTable({ registrations, ...ofTask }: Props) {
  const t = usePhrases(taskPhrases)
  return (
    <div className="t-stack">
      <ScrollX>
        <table className="t-table" aria-label={t('ready.table')}>
          <thead>
            <tr>
              <th scope="col">{t('ready.party')}</th>
              <th scope="col">{t('ready.data')}</th>
              <th scope="col">{t('ready.ticket')}</th>
              <th scope="col">
                <Word of="edge">{t('ready.software')}</Word>
              </th>
              <th scope="col">{t('ready.machine')}</th>
            </tr>
          </thead>
          <tbody>
            {registrations.map((registration) => (
              <tr key={registration.id}>
                <th scope="row">
                  <span className="task-party-name">
                    <PartyTile partyId={registration.partyId} size={24} /> {registration.partyName}
                  </span>
                </th>
                <Cells registration={registration} {...ofTask} />
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollX>
      <div>
        <CheckAgain />
      </div>
    </div>
  )
}

function CheckAgain() {
  const t = usePhrases(taskPhrases)
  const client = useQueryClient()
  const isChecking = useIsFetching({ queryKey: ENVIRONMENT_CHECK }) > 0
  return (
    <Button loading={isChecking} onClick={() => void client.invalidateQueries({ queryKey: ENVIRONMENT_CHECK })}>
      {t('ready.check')}
    </Button>
  )
}

function Cells({ registration, contentType, algorithmId }: { registration: Registration } & OfTask) {
  const t = usePhrases(taskPhrases)
  const rows = useRowsWords(contentType)
  const { partyId, datasetId, rowCount, names, typeMismatch, grant, staleBecause, readiness, edgeCode, isOnline } =
    registration
  const namesOf = usePartNames()
  // The state of a party. It is polled for all parties together; when it changes, the detailed check of the party is
  // fetched again.
  const seenAs = `${isOnline} ${readiness.environment}`
  const check = useQuery({ ...environmentQuery(partyId, seenAs), placeholderData: keepPreviousData })
  const { software, hardware } = check.data ?? { software: [], hardware: [] }
  const isReachable = isEdgeReachable(hardware)
  const isReady = readiness.environment && software.length === 0
  const hasOtherCode = edgeCode && edgeCode !== 'known'
  return (
    <>
      <td>
        <StatusTag
          tone={typeMismatch ? 'error' : datasetId ? 'success' : 'waiting'}
          text={datasetId ? rows.count(rowCount) : t('ready.data.missing')}
        />
        {names === 'missing' && <p className="t-soft">{t('ready.data.names')}</p>}
        {typeMismatch && (
          <p className="t-soft">
            {t('ready.data.type', {
              column: typeMismatch.column,
              own: t(`columntype.${typeMismatch.ownType}`),
              task: t(`columntype.${typeMismatch.taskType}`),
            })}
          </p>
        )}
      </td>
      <td>
        <StatusTag
          tone={grant === 'signed' ? 'success' : 'waiting'}
          text={t(`ready.ticket.${ticketStatus(registration)}`)}
        />
        <StaleBecause reasons={staleBecause} algorithmId={algorithmId} />
      </td>
      <td>
        <StatusTag
          tone={isReady ? 'success' : 'error'}
          text={t(`ready.environment.${isReady ? 'ok' : hasOtherCode ? edgeCode : 'missing'}`)}
        />
        {isReachable && software.length > 0 && <p className="t-soft">{namesOf(software)}</p>}
      </td>
      <td>
        <Machine hardware={check.data?.hardware} />
      </td>
    </>
  )
}

/** The state of a party's machine, which is unknown if the edge is not reachable. */
function Machine({ hardware }: { hardware: NodeCondition[] | undefined }) {
  const t = usePhrases(taskPhrases)
  const namesOf = usePartNames()
  if (!hardware) return <StatusTag tone="neutral" text={t('ready.machine.unknown')} />
  if (hardware.length === 0) return <StatusTag tone="success" text={t('ready.machine.ok')} />
  if (!isEdgeReachable(hardware)) return <StatusTag tone="error" text={t('ready.machine.silent')} />
  return (
    <>
      <StatusTag tone="error" text={t('ready.machine.failing')} />
      <p className="t-soft">{namesOf(hardware)}</p>
    </>
  )
}
