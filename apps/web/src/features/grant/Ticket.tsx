import { CheckOutlined, StopOutlined } from '@ant-design/icons'
import {
  Conversion,
  columnsOf,
  contentTypeOf,
  type GrantDraft,
  isByItself,
  MIN_ROWS_NAMED,
  MINIMUM_ROWS,
  type PlanKindWord,
  waitMinutesOf,
} from '@tessera/contract'
import { Button } from 'antd'
import { type ReactNode, useState } from 'react'
import { useFormat } from '../../lib/format.ts'
import { useLanguage, usePhrases } from '../../lib/i18n.ts'
import { useParameterWords } from '../../lib/parameter-words.ts'
import { useRowsWords } from '../../lib/rows-words.ts'
import { Mark, PartyTile, Word } from '../../ui/index.ts'
import { Leaving } from './Leaving.tsx'
import { Categories, Classes } from './NamedWords.tsx'
import { grantPhrases } from './phrases.ts'
import { changeText, fieldOf, isUncounted, parameterValueOf, shortHash, type TicketText } from './ticket-text.ts'
import { useDataText } from './use-data-text.ts'
import './grant.css'

const COLUMNS_SHOWN = 12

interface Props {
  ticket: TicketText
  partyName: string
  /**
   * The changes since the last signature. Undefined if the ticket does not show them, null if this is the first ticket.
   */
  changes?: GrantDraft['changes']
  /** The content below the perforation: buttons, or the signer. */
  stub: ReactNode
}

/** A consent ticket: purpose, data, limits, what leaves the party, and what never leaves it. */
export function Ticket({ ticket, partyName, changes, stub }: Props) {
  const t = usePhrases(grantPhrases)
  return (
    <article className="ticket" aria-label={`${t('ticket.title')}: ${ticket.taskName}`}>
      <div className="ticket-body">
        <header className="ticket-head">
          <Mark size={28} />
          <div className="t-grow">
            <p className="ticket-kind">
              <Word of="ticket">{t('ticket.title')}</Word>
            </p>
            <h2>{t('ticket.lead', { party: partyName })}</h2>
          </div>
          <span className="ticket-number t-mono">{t('ticket.number', { number: ticket.number })}</span>
        </header>
        <Terms ticket={ticket} />
        {changes !== undefined && <Changes changes={changes} ticket={ticket} />}
        <WhatLeaves ticket={ticket} />
      </div>
      <footer className="ticket-stub">{stub}</footer>
    </article>
  )
}

function Terms({ ticket }: { ticket: TicketText }) {
  const t = usePhrases(grantPhrases)
  const [language] = useLanguage()
  const format = useFormat()
  const { plan } = ticket
  const rows = useRowsWords(contentTypeOf(plan.data, plan.target))
  const dataText = useDataText()
  return (
    <dl className="ticket-terms">
      <Term name={t('ticket.task')}>
        <strong>{ticket.taskName}</strong>
        {ticket.initiatorName && (
          <span className="t-soft"> {t('ticket.task.by', { initiator: ticket.initiatorName })}</span>
        )}
      </Term>
      {ticket.parties.length > 0 && (
        <Term name={t('ticket.parties')}>
          <ul className="ticket-parties">
            {ticket.parties.map(({ partyId, name }) => (
              <li key={partyId}>
                <PartyTile partyId={partyId} size={24} />
                {name}
                <Key partyId={partyId} plan={plan} />
              </li>
            ))}
          </ul>
          <p className="t-soft ticket-small">{t('ticket.parties.help')}</p>
          {plan.fewest > 0 && (
            <p className="t-soft ticket-small">
              {plan.fewest < plan.parties.length
                ? t('ticket.fewest', { fewest: plan.fewest, parties: plan.parties.length })
                : t('ticket.fewest.all')}{' '}
              {t('ticket.wait', { minutes: waitMinutesOf(plan) })}
            </p>
          )}
        </Term>
      )}
      <Term name={t('ticket.data')}>
        <strong>{dataText(ticket)}</strong>
        {isUncounted(ticket) && <p className="t-soft ticket-small">{t('ticket.uncounted')}</p>}
        {Boolean(ticket.leftOut) && (
          <p className="t-soft ticket-small">
            {t('ticket.leftOut', {
              rows: rows.count(ticket.leftOut ?? 0),
              count: ticket.leftOut ?? 0,
              fewest: rows.count(MIN_ROWS_NAMED),
            })}
          </p>
        )}
      </Term>
      <Term name={t('ticket.columns')}>
        {plan.data.kind === 'pictures' ? <p>{t('ticket.pictures')}</p> : <Columns columns={columnsOf(plan)} />}
        {plan.data.kind === 'graph' && <p>{t('ticket.graph')}</p>}
        {plan.data.kind === 'tokens' && <p>{t('ticket.tokens')}</p>}
        <Categories data={plan.data} />
        <Mapping mapping={ticket.mapping} />
      </Term>
      {plan.target && (
        <Term name={t(plan.target.kind === 'event' ? 'ticket.event' : 'ticket.label')}>
          <span className="ticket-column">{plan.target.column}</span>
          {plan.target.kind === 'event' ? (
            <>
              {' '}
              <span className="ticket-column">{plan.target.time}</span>
              <p className="t-soft ticket-small">
                {t('ticket.event.value', {
                  column: plan.target.column,
                  event: plan.target.classes[1],
                  time: plan.target.time,
                })}
              </p>
            </>
          ) : (
            <Classes target={plan.target} row={rows.one} />
          )}
        </Term>
      )}
      {plan.ownTables && (
        <Term name={t('ticket.ownTables')}>
          <ul className="ticket-parties">
            {plan.ownTables.map((partyId) => (
              <li key={partyId}>
                <PartyTile partyId={partyId} size={24} />
                {ticket.parties.find((party) => party.partyId === partyId)?.name ?? partyId}
              </li>
            ))}
          </ul>
          <p className="t-soft ticket-small">{t('ticket.ownTables.help')}</p>
        </Term>
      )}
      <Term name={t('ticket.algorithm')}>
        <strong>{ticket.algorithmName?.[language] ?? plan.algorithm}</strong>
        <Parameters parameters={plan.parameters} texts={ticket.parameterTexts} />
        {plan.start && <p>{t('ticket.start', { model: plan.start.model, task: plan.start.task })}</p>}
      </Term>
      <Term name={t('ticket.code')}>
        <Hash hash={ticket.codeHash} />
        <Origin origin={ticket.codeOrigin} />
        <p className="t-soft ticket-small">{t('ticket.code.help')}</p>
      </Term>
      <Term name={t('ticket.rounds')}>
        <strong className="t-num">
          <Word of="round">{t('ticket.rounds.value', { rounds: plan.maxRounds })}</Word>
        </strong>
        {/* Some algorithms that allow one round train in none, so their count would remain 0 after the run. */}
        {ticket.roundsUsed !== null && plan.maxRounds > 1 && (
          <span className="t-soft"> · {t('ticket.rounds.used', { used: ticket.roundsUsed })}</span>
        )}
        <p className="t-soft ticket-small">{t('ticket.oneRun')}</p>
      </Term>
      <Term name={t('ticket.expiry')}>
        <strong className="t-num">{format.dateTime(ticket.expiryTime)}</strong>
      </Term>
    </dl>
  )
}

/** The key that identifies the party's edge. If the edge gets another key, the plan must change. */
function Key({ partyId, plan }: { partyId: string; plan: TicketText['plan'] }) {
  const t = usePhrases(grantPhrases)
  const named = plan.parties.find((party) => party.partyId === partyId)
  if (!named) return null
  return (
    <span className="t-soft ticket-small">
      {named.key ? (
        <>
          {t('ticket.key')} <code className="t-mono">{shortHash(named.key)}…</code>
        </>
      ) : (
        t('ticket.key.none')
      )}
    </span>
  )
}

function Term({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function Columns({ columns }: { columns: string[] }) {
  const t = usePhrases(grantPhrases)
  const [isWhole, setWhole] = useState(columns.length <= COLUMNS_SHOWN)
  return (
    <>
      {(isWhole ? columns : columns.slice(0, COLUMNS_SHOWN)).map((column) => (
        <span key={column} className="ticket-column">
          {column}
        </span>
      ))}
      {!isWhole && (
        <Button type="link" size="small" onClick={() => setWhole(true)}>
          {t('ticket.columns.all', { count: columns.length })}
        </Button>
      )}
    </>
  )
}

/** The party's own columns that are mapped to a task column with another name or with a conversion. */
function Mapping({ mapping }: Pick<TicketText, 'mapping'>) {
  const t = usePhrases(grantPhrases)
  const shown = mapping.filter(
    ({ column, from, conversion, values }) => column !== from || conversion !== 'none' || values !== undefined,
  )
  if (shown.length === 0) return null
  return (
    <ul className="ticket-mapping ticket-small" aria-label={t('ticket.mapping')}>
      {shown.map(({ column, from, conversion, values = [] }) => (
        <li key={column}>
          {t('ticket.mapping.one', { from, column })}
          {conversion !== 'none' && <span className="t-soft"> {t(`ticket.mapping.${conversion}`)}</span>}
          {values.length > 0 && (
            <span className="t-soft">
              {' '}
              {t('ticket.mapping.values', {
                values: values.map((one) => `${one.from} → ${one.to}`).join(t('list.separator')),
              })}
            </span>
          )}
        </li>
      ))}
    </ul>
  )
}

interface ParametersProps {
  parameters: TicketText['plan']['parameters']
  texts: TicketText['parameterTexts']
}

function Parameters({ parameters, texts }: ParametersProps) {
  const t = usePhrases(grantPhrases)
  const words = useParameterWords(texts)
  const entries = Object.entries(parameters)
  if (entries.length === 0) return null
  return (
    <details className="ticket-small t-soft">
      <summary>{t('ticket.parameters')}</summary>
      {entries.map(([name, value]) => (
        <div key={name}>{t('ticket.parameter', { name: words.name(name), value: words.value(name, value) })}</div>
      ))}
    </details>
  )
}

function Hash({ hash }: { hash: string }) {
  const t = usePhrases(grantPhrases)
  const [isWhole, setWhole] = useState(false)
  return (
    <span>
      <code className="t-mono ticket-hash">{isWhole ? hash : `${shortHash(hash)}…`}</code>{' '}
      <Button type="link" size="small" onClick={() => setWhole(!isWhole)}>
        {t(isWhole ? 'ticket.code.short' : 'ticket.code.full')}
      </Button>
    </span>
  )
}

/**
 * The origin of the code, as the edge determined it. A signed ticket shows no origin: its code was the edge's own, or
 * the ticket is older than the record of origins.
 */
function Origin({ origin }: { origin: GrantDraft['codeOrigin'] }) {
  const t = usePhrases(grantPhrases)
  if (!origin) return null
  if (origin.kind === 'own') return <p>{t('ticket.code.own', origin)}</p>
  if (origin.kind === 'previous') return <p>{t('ticket.code.previous', origin)}</p>
  return (
    <p>
      <strong>{t(`ticket.code.foreign.${origin.differs}`, { ownVersion: origin.ownVersion })}</strong>
    </p>
  )
}

const isKindWord = (word: string): word is PlanKindWord => `kind.${word}` in grantPhrases.en

/**
 * Returns a function that describes a value of a change. Conversions, kinds of data and parameters have their own
 * texts.
 */
function useChangeText({ parties, parameterTexts }: Pick<TicketText, 'parties' | 'parameterTexts'>) {
  const t = usePhrases(grantPhrases)
  const parameters = useParameterWords(parameterTexts)
  return (field: string, value: string) => {
    if (field === 'kind')
      return value
        .split(', ')
        .map((word) => (isKindWord(word) ? t(`kind.${word}`) : word))
        .join(', ')
    const { key, name } = fieldOf(field)
    if (key === 'field.parameter' && value !== '') return parameters.value(name, parameterValueOf(value))
    const conversion = field.startsWith('conversion.') ? Conversion.safeParse(value) : undefined
    return conversion?.success ? t(`conversion.${conversion.data}`) : changeText(field, value, parties)
  }
}

interface ChangesProps {
  changes: GrantDraft['changes']
  ticket: Pick<TicketText, 'parties' | 'plan' | 'parameterTexts'>
}

function Changes({ changes, ticket }: ChangesProps) {
  const { parties, plan } = ticket
  const t = usePhrases(grantPhrases)
  const rows = useRowsWords(contentTypeOf(plan.data, plan.target))
  const parameters = useParameterWords(ticket.parameterTexts)
  const inWords = useChangeText(ticket)
  if (changes === null) return <p className="ticket-note">{t('ticket.changes.first')}</p>
  if (changes.length === 0) return <p className="ticket-note">{t('ticket.changes.none')}</p>
  return (
    <section className="ticket-changes" aria-label={t('ticket.changes')}>
      <h3>{t('ticket.changes')}</h3>
      <ul>
        {changes.map(({ field, before, after }) => {
          const { key, name: known } = fieldOf(field)
          const name =
            key === 'field.key'
              ? (parties.find((party) => party.partyId === known)?.name ?? known)
              : key === 'field.parameter'
                ? parameters.name(known)
                : known
          return (
            <li key={field}>
              <span className="ticket-field">{t(key, { name, rows: rows.many })}</span>
              <del>
                <span className="t-visually-hidden">{t('ticket.changes.before')}: </span>
                {inWords(field, before)}
              </del>
              <span aria-hidden="true"> → </span>
              <ins>
                <span className="t-visually-hidden">{t('ticket.changes.after')}: </span>
                {inWords(field, after)}
              </ins>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

function WhatLeaves({ ticket: { leaves, learned, minimumRows, plan } }: { ticket: TicketText }) {
  const t = usePhrases(grantPhrases)
  const [language] = useLanguage()
  const rows = useRowsWords(contentTypeOf(plan.data, plan.target))
  const isAlone = isByItself(plan)
  return (
    <div className="ticket-flow">
      <section aria-label={t('ticket.leaves')}>
        <h3>
          <CheckOutlined aria-hidden="true" /> <Word of="leaves">{t('ticket.leaves')}</Word>
        </h3>
        <Leaving stages={leaves} isAlone={isAlone} />
        {learned && (
          <>
            <h4>{t('ticket.learned')}</h4>
            <dl className="ticket-learned">
              {(['platform', 'partner', 'result'] as const).map((reader) => (
                <div key={reader}>
                  <dt>{t(`ticket.learned.${reader}`)}</dt>
                  <dd>{learned[reader][language]}</dd>
                </div>
              ))}
            </dl>
          </>
        )}
        <p className="ticket-small">
          {t(isAlone ? 'ticket.leaves.alone' : 'ticket.leaves.guess', {
            minimum: rows.count(minimumRows ?? MINIMUM_ROWS),
            rows: rows.many,
            row: rows.one,
          })}
        </p>
      </section>
      <section aria-label={t('ticket.never')} className="ticket-never">
        <h3>
          <StopOutlined aria-hidden="true" /> {t('ticket.never')}
        </h3>
        <ul>
          <li>{t('ticket.never.rows', { rows: rows.many })}</li>
          <li>{t('ticket.never.columns')}</li>
        </ul>
      </section>
    </div>
  )
}
