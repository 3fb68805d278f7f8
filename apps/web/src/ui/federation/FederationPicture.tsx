import type { RowsOf, RunStep } from '@tessera/contract'
import { type CSSProperties, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { useFormat } from '../../lib/format.ts'
import { usePhrases } from '../../lib/i18n.ts'
import { useRowsWords } from '../../lib/rows-words.ts'
import { useNow } from '../../lib/use-now.ts'
import { Mark } from '../Mark.tsx'
import { PartyTile } from '../PartyTile.tsx'
import { partyMark } from '../party-mark.ts'
import type { Flow } from './flow.ts'
import { federationPhrases } from './phrases.ts'
import { type Place, type Point, placeParties } from './place-parties.ts'
import './federation.css'

export interface PictureParty {
  id: string
  name: string
  avatar?: string | null
  /** Whether the party is online; null if the user may not know that. */
  isOnline: boolean | null
  /**
   * Number of the party's rows; null if the user does not know it. Data that are not in the pool may exist
   * nevertheless.
   */
  rowCount: number | null
  flow: Flow
}

interface Props {
  parties: PictureParty[]
  /** The kind of data of all parties. */
  contentType: RowsOf | null | undefined
  /** Number of further parties that are not drawn. */
  more?: number
  /** The platform's current work, under its logo. */
  caption?: string | undefined
  /** Whether the picture fills the available height instead of using its minimum height. */
  isFilling?: boolean
}

/** Size of a card in ems, so that all its parts grow on a large screen. */
const CARD = { width: 18.5, height: 5.25 }
/** Width of a card in ems if there are few parties and enough space, so that long names fit. */
const WIDE_CARD = 24
/** Minimum length of a line between platform and card, relative to the platform's size. */
const MIN_LINE = 0.85
const GAP = 1.25
const TILE = 2.5
const HUB = 5
const LARGE_HUB = 7
const NARROW = 50
/** Maximum number of parties for which cards can be larger if the height is given. */
const MAX_ENLARGED = 6

/**
 * A picture of the federation: the parties at their edges around the platform. It shows where the model is, whose
 * update has arrived, and the rows that stay at each party.
 */
export function FederationPicture({ parties, contentType, more = 0, caption, isFilling = false }: Props) {
  const t = usePhrases(federationPhrases)
  const place = useRef<HTMLDivElement>(null)
  const { width, height, em } = useSpace(place)
  const hub = isFilling && width > NARROW * em ? LARGE_HUB : HUB
  const room = parties.length <= MAX_ENLARGED ? width / em / 2 - hub * (0.5 + MIN_LINE) : 0
  const cardWidth = Math.max(CARD.width, Math.min(WIDE_CARD, room))
  const sizes = { card: { width: cardWidth * em, height: CARD.height * em }, gap: GAP * em, hub: hub * em }
  const layout = placeParties(parties.length, width, isFilling && height > 0 ? height : null, sizes)
  const fills = isFilling && !layout.isBelow
  const hidden = parties.length - layout.places.length + more
  const shown = layout.places.flatMap((at, n) => {
    const party = parties[n]
    return party ? [{ at, party }] : []
  })
  return (
    <figure className="fed" data-few={parties.length <= MAX_ENLARGED} aria-label={t('title')}>
      <div className="t-visually-hidden">
        <PartyTable parties={parties} contentType={contentType} />
      </div>
      <div
        className={fills ? 'fed-place fed-filling' : 'fed-place'}
        style={fills ? {} : { height: layout.height }}
        ref={place}
        aria-hidden="true"
      >
        <svg className="fed-lines" width={width} height={layout.height} aria-hidden="true" focusable="false">
          {shown.map(({ at, party }) => (
            <path key={party.id} d={at.path} className={`fed-line fed-line-${lineOf(party)}`} />
          ))}
          {shown.map(({ at, party }) => (
            <Tokens key={`${party.id} ${width}`} at={at} party={party} em={em} />
          ))}
        </svg>
        <Hub at={layout.hub} size={sizes.hub} caption={caption} isBeside={layout.isBelow ?? false} />
        {shown.map(({ at, party }) => (
          <PartyCard key={party.id} at={at} party={party} em={em} contentType={contentType} />
        ))}
      </div>
      <Legend more={hidden} isEmpty={parties.length === 0} contentType={contentType} />
    </figure>
  )
}

const isActive = ({ kind }: Flow) => kind === 'training' || kind === 'working' || kind === 'answered'

function lineOf({ flow, isOnline }: PictureParty): string {
  if (flow.kind === 'awaited' || flow.kind === 'silent') return 'awaited'
  if (isActive(flow)) return 'active'
  return isOnline === false ? 'away' : 'rest'
}

const hasModel = (step: RunStep | null) => step === 'train' || step === 'evaluate'

/** The moving tokens: the model on its way to a party, and the party's update on its way to the platform. */
function Tokens({ at, party: { id, flow }, em }: { at: Place; party: PictureParty; em: number }) {
  const { shape, light, dark } = partyMark(id)
  // In these two steps, every message contains the model. In earlier steps, parties only count, and no model is sent.
  const isOut =
    flow.kind === 'working' ? flow.work.what === 'learning' : flow.kind === 'training' && hasModel(flow.step)
  const isBack = flow.kind === 'answered'
  const size = em * 0.8
  const move = ({ x, y }: Point) => ({ transform: `translate(${x}px, ${y}px)` })
  return (
    <>
      {/* A single token that moves: outbound it shows the model, inbound the party's tile. */}
      {(isOut || isBack) && (
        <g className="fed-token" style={move(isOut ? at.far : at.near)}>
          {isOut ? <ModelToken size={size} /> : <UpdateToken shape={shape} light={light} dark={dark} size={size} />}
        </g>
      )}
    </>
  )
}

function ModelToken({ size }: { size: number }) {
  return (
    <>
      <circle r={size} className="fed-token-ground fed-token-model" />
      <svg
        x={-size * 0.6}
        y={-size * 0.6}
        width={size * 1.2}
        height={size * 1.2}
        viewBox="3 3 26 26"
        aria-hidden="true"
      >
        <path
          className="fed-model"
          d="M3 3h12v12H3zM17 3h6a6 6 0 0 1 0 12h-6zM9 17l6 6-6 6-6-6zM17 29a12 12 0 0 1 12-12v12z"
        />
      </svg>
    </>
  )
}

function UpdateToken({ shape, light, dark, size }: { shape: string; light: string; dark: string; size: number }) {
  return (
    <g className="fed-update" style={{ '--tile-light': light, '--tile-dark': dark } as CSSProperties}>
      <circle r={size} className="fed-token-ground" />
      <svg
        x={-size * 0.6}
        y={-size * 0.6}
        width={size * 1.2}
        height={size * 1.2}
        viewBox="0 0 24 24"
        aria-hidden="true"
      >
        <path d={shape} />
      </svg>
    </g>
  )
}

interface HubProps {
  at: Point
  size: number
  caption: string | undefined
  isBeside: boolean
}

function Hub({ at, size, caption, isBeside }: HubProps) {
  const t = usePhrases(federationPhrases)
  return (
    <div
      className={isBeside ? 'fed-hub fed-hub-beside' : 'fed-hub'}
      style={{ left: at.x, top: at.y, width: size, height: size }}
    >
      <span className="fed-hub-disc">
        <Mark size={size * 0.5} />
      </span>
      <span className="fed-hub-text">
        <strong>{t('platform')}</strong>
        {caption && <span>{caption}</span>}
      </span>
    </div>
  )
}

interface CardProps extends Pick<Props, 'contentType'> {
  at: Place
  party: PictureParty
  em: number
}

function PartyCard({ at: { card }, party, em, contentType }: CardProps) {
  const t = usePhrases(federationPhrases)
  const rows = useRowsWords(contentType)
  const nowOf = useNowText([party])
  const { id, name, avatar = null, isOnline, rowCount, flow } = party
  const height = CARD.height * em
  const classes = ['fed-card', isActive(flow) && 'fed-card-active', isOnline === false && 'fed-card-away']
  const style = { left: card.x - card.width / 2, top: card.y - height / 2, width: card.width, height }
  return (
    <div className={classes.filter(Boolean).join(' ')} style={style}>
      <PartyTile partyId={id} picture={avatar} size={TILE * em} />
      <span className="fed-card-text">
        <strong title={name}>{name}</strong>
        <span className={rowCount === 0 ? 'fed-rows fed-rows-none' : 'fed-rows'}>
          <RowsMark />
          {rowCount === null
            ? t('rows.its', { rows: rows.many })
            : rowCount > 0
              ? t('rows.stay', { rows: rows.count(rowCount), count: rowCount })
              : t('rows.none', { rows: rows.many })}
        </span>
        <span className={`fed-now fed-now-${lineOf(party)}`}>{nowOf(party)}</span>
      </span>
      {flow.kind === 'working' && <span className="fed-progress" style={{ width: `${flow.work.percent}%` }} />}
    </div>
  )
}

const RowsMark = () => (
  <svg className="fed-rows-mark" viewBox="0 0 16 16" focusable="false" aria-hidden="true">
    <path d="M1.5 1.5h13v13h-13zM4 5.2h8M4 8h8M4 10.8h8" />
  </svg>
)

interface LegendProps extends Pick<Props, 'contentType'> {
  more: number
  isEmpty: boolean
}

function Legend({ more, isEmpty, contentType }: LegendProps) {
  const t = usePhrases(federationPhrases)
  const rows = useRowsWords(contentType).many
  const example = { ...partyMark('1001'), size: 7 }
  return (
    <figcaption className="fed-legend">
      {isEmpty && <span>{t('none')}</span>}
      <span>
        <svg viewBox="-8 -8 16 16" aria-hidden="true" focusable="false">
          <ModelToken size={7} />
        </svg>
        {t('legend.model')}
      </span>
      <span>
        <svg viewBox="-8 -8 16 16" aria-hidden="true" focusable="false">
          <UpdateToken {...example} />
        </svg>
        {t('legend.update')}
      </span>
      <span>
        <RowsMark />
        {t('legend.rows', { rows })}
      </span>
      {more > 0 && <strong>{t('more', { count: more })}</strong>}
    </figcaption>
  )
}

/** The picture as a table, for screen readers. */
function PartyTable({ parties, contentType }: Pick<Props, 'parties' | 'contentType'>) {
  const t = usePhrases(federationPhrases)
  const rows = useRowsWords(contentType).many
  const format = useFormat()
  const nowOf = useNowText(parties)
  return (
    <table>
      <caption>{t('title')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('party')}</th>
          <th scope="col">{t('rows', { rows })}</th>
          <th scope="col">{t('now')}</th>
        </tr>
      </thead>
      <tbody>
        {parties.map((party) => (
          <tr key={party.id}>
            <th scope="row">{party.name}</th>
            <td>{party.rowCount === null ? '–' : format.number(party.rowCount)}</td>
            <td>{nowOf(party)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function useNowText(parties: PictureParty[]): (party: PictureParty) => string {
  const t = usePhrases(federationPhrases)
  const format = useFormat()
  const now = useNow(parties.some(({ flow }) => flow.kind === 'silent'))
  return ({ flow, isOnline }) => {
    switch (flow.kind) {
      case 'awaited':
        return t('awaited')
      case 'silent':
        return t('silent', { time: format.duration(Math.max(0, now - flow.since.getTime())) })
      case 'answered':
        return t(flow.isSaving ? 'work.saving' : 'work.done')
      case 'working': {
        const { what, percent, secondsLeft } = flow.work
        const text = t(`work.${what}`, { percent })
        return secondsLeft === null
          ? text
          : `${text} · ${t('work.left', { time: format.duration(secondsLeft * 1_000) })}`
      }
      case 'training':
        return flow.step === 'statistics' || flow.step === 'train' || flow.step === 'evaluate'
          ? t(`step.${flow.step}`)
          : t('training')
      case 'rest':
        return isOnline === null ? '' : t(isOnline ? 'online' : 'away')
    }
  }
}

/** Size of the picture that is used before the browser has measured it. */
const ROOM = { width: 960, height: 0, em: 14 }

function useSpace(place: RefObject<HTMLDivElement | null>) {
  const [room, setRoom] = useState(ROOM)
  // Measures before the first paint. Otherwise, a phone would show the page as wide as a desktop screen for a moment.
  useLayoutEffect(() => {
    const element = place.current
    if (!element) return
    const measure = () => {
      const { clientWidth: width, clientHeight: height } = element
      if (width > 0) setRoom({ width, height, em: Number.parseFloat(getComputedStyle(element).fontSize) || ROOM.em })
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [place])
  return room
}
