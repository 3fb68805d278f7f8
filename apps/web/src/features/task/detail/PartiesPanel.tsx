import type { Registration, TaskDetail } from '@tessera/contract'
import { App, Button } from 'antd'
import { useState } from 'react'
import { useFormat } from '../../../lib/format.ts'
import { usePhrases } from '../../../lib/i18n.ts'
import { useMutation } from '../../../lib/mutation.ts'
import { paths } from '../../../lib/paths.ts'
import { useRowsWords } from '../../../lib/rows-words.ts'
import { AppLink, ErrorNote, Panel, PartyTile, StatusTag } from '../../../ui/index.ts'
import { remindParticipant } from '../api.ts'
import { taskPhrases } from '../phrases.ts'
import { MappingNote } from '../prepare/MappingNote.tsx'
import { isReady, lacksOf } from './panel.ts'
import { StaleBecause } from './StaleBecause.tsx'

/** Data about a party that its run reports, beyond the data in the party's registration. */
export interface PartyInRun {
  partyId: string
  rowsUsed: number | null
}

interface Props extends Pick<TaskDetail, 'contentType'> {
  registrations: Registration[]
  algorithmId?: string | undefined
  ownPartyId: string | null
  inRun: PartyInRun[]
  /** Whether the task recruits. The missing steps of each party are shown only in that case. */
  isRecruiting: boolean
  canRemind: boolean
}

/** Number of parties that are shown at first: the initiator and three others. A button shows the remaining ones. */
const PARTIES_SHOWN = 4

/** Lists the participants with their data, and whether they are online. */
export function PartiesPanel({ registrations, inRun, ...shown }: Props) {
  const t = usePhrases(taskPhrases)
  const [isWhole, setWhole] = useState(false)
  const rest = registrations.slice(PARTIES_SHOWN)
  return (
    <Panel title={t('parties.title')} extra={<span className="t-soft t-num">{registrations.length}</span>}>
      <ul className="task-parties" aria-label={t('parties.title')}>
        {(isWhole ? registrations : registrations.slice(0, PARTIES_SHOWN)).map((registration) => (
          <PartyRow
            key={registration.id}
            registration={registration}
            rowsUsed={inRun.find(({ partyId }) => partyId === registration.partyId)?.rowsUsed ?? null}
            {...shown}
          />
        ))}
      </ul>
      {rest.length > 0 && (
        <Button type="link" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {isWhole ? t('parties.fewer') : `… ${t('parties.more', { count: rest.length })}`}
        </Button>
      )}
    </Panel>
  )
}

type RowProps = Omit<Props, 'registrations' | 'inRun'> & { registration: Registration; rowsUsed: number | null }

function PartyRow({ registration, rowsUsed, ownPartyId, isRecruiting, canRemind, ...of }: RowProps) {
  const { contentType, algorithmId } = of
  const t = usePhrases(taskPhrases)
  const isOwn = registration.partyId === ownPartyId
  const lacks = lacksOf(registration)
  return (
    <li>
      <PartyTile partyId={registration.partyId} picture={registration.partyAvatar} size={36} />
      <div className="t-grow task-party">
        <div className="t-row">
          <strong>{registration.partyName}</strong>
          <span className="t-soft">
            {t(`role.${registration.role}`)}
            {isOwn && ` · ${t('parties.you')}`}
          </span>
        </div>
        <DataLine registration={registration} rowsUsed={rowsUsed} contentType={contentType} />
        {isOwn && <MappingNote mapping={registration.mapping} />}
        <div className="t-row task-party-state">
          <Health registration={registration} />
          {isRecruiting &&
            (isReady(registration) ? (
              <StatusTag tone="success" text={t('parties.ready')} />
            ) : (
              <StatusTag
                tone="waiting"
                text={t('parties.lacks', { lacks: lacks.map((lack) => t(`lack.${lack}`)).join(t('list.separator')) })}
              />
            ))}
          {isRecruiting && <StaleBecause reasons={registration.staleBecause} algorithmId={algorithmId} />}
          {isRecruiting && canRemind && !isOwn && registration.role === 'participant' && !isReady(registration) && (
            <RemindButton registration={registration} />
          )}
        </div>
      </div>
    </li>
  )
}

function DataLine({
  registration,
  rowsUsed,
  contentType,
}: Pick<RowProps, 'registration' | 'rowsUsed' | 'contentType'>) {
  const t = usePhrases(taskPhrases)
  const format = useFormat()
  const rows = useRowsWords(contentType)
  const { datasetId, datasetName, rowCount, canShowDetail, partyId } = registration
  if (!datasetId) return <p className="t-soft">{t('parties.noData')}</p>
  const name = datasetName ?? ''
  return (
    <p className="t-num">
      {canShowDetail ? (
        <AppLink to={paths.dataset(datasetId, { partyId, from: 'mytask' })} label={t('parties.dataset', { name })}>
          {name}
        </AppLink>
      ) : (
        name
      )}
      <span className="t-soft">
        {name && ' · '}
        {rowsUsed === null
          ? t('parties.rows', { offered: rows.count(rowCount) })
          : t('parties.used', { used: format.number(rowsUsed), offered: rows.count(rowCount) })}
      </span>
    </p>
  )
}

function Health({ registration }: { registration: Registration }) {
  const t = usePhrases(taskPhrases)
  const format = useFormat()
  const { isOnline, lastSeen } = registration
  if (isOnline) return <StatusTag tone="success" text={t('parties.online')} />
  return (
    <>
      <StatusTag tone="error" text={t('parties.offline')} />
      <span className="t-soft">
        {lastSeen ? t('parties.seen', { time: format.ago(lastSeen) }) : t('parties.never')}
      </span>
    </>
  )
}

function RemindButton({ registration }: { registration: Registration }) {
  const t = usePhrases(taskPhrases)
  const { message } = App.useApp()
  const remind = useMutation({
    mutationFn: () => remindParticipant(registration.id),
    onSuccess: () => message.success(t('parties.reminded', { party: registration.partyName })),
  })
  return (
    <>
      <Button
        size="small"
        loading={remind.isPending}
        disabled={remind.isSuccess}
        aria-label={t('parties.remind.label', { party: registration.partyName })}
        onClick={() => remind.mutate()}
      >
        {t('parties.remind')}
      </Button>
      <ErrorNote error={remind.error} />
    </>
  )
}
