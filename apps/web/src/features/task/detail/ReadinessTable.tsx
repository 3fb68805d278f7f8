import type { Registration } from '@tessera/contract'
import { useFormat } from '../../../lib/format.ts'
import { usePhrases } from '../../../lib/i18n.ts'
import { PartyTile, StatusTag } from '../../../ui/index.ts'
import { taskPhrases } from '../phrases.ts'
import { ticketStatus } from './panel.ts'
import { StaleBecause } from './StaleBecause.tsx'

/** Data, ticket and environment of every party, side by side. */
export function ReadinessTable({ registrations }: { registrations: Registration[] }) {
  const t = usePhrases(taskPhrases)
  return (
    <div className="t-scroll-x">
      <table className="t-table" aria-label={t('ready.table')}>
        <thead>
          <tr>
            <th scope="col">{t('ready.party')}</th>
            <th scope="col">{t('ready.data')}</th>
            <th scope="col">{t('ready.ticket')}</th>
            <th scope="col">{t('ready.environment')}</th>
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
              <Cells registration={registration} />
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Cells({ registration }: { registration: Registration }) {
  const t = usePhrases(taskPhrases)
  const format = useFormat()
  const { datasetId, rowCount, names, typeMismatch, grant, staleBecause, readiness, edgeCode } = registration
  const missing = edgeCode && edgeCode !== 'known' ? edgeCode : 'missing'
  return (
    <>
      <td>
        <StatusTag
          tone={typeMismatch ? 'error' : datasetId ? 'success' : 'waiting'}
          text={datasetId ? t('ready.data.done', { rows: format.number(rowCount) }) : t('ready.data.missing')}
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
        <StaleBecause reasons={staleBecause} />
      </td>
      <td>
        <StatusTag
          tone={readiness.environment ? 'success' : 'error'}
          text={t(`ready.environment.${readiness.environment ? 'ok' : missing}`)}
        />
      </td>
    </>
  )
}
