import { type InputColumn, outsideOf, type TableRow } from '@tessera/contract'
import { Button } from 'antd'
import { useState } from 'react'
import { usePhrases } from '../../../lib/i18n.ts'
import { useCellText, useShownCount } from '../../../ui/index.ts'
import styles from '../inference.module.css'
import { phrases } from '../phrases.ts'
import { useOutsideText } from '../results/use-outside-text.ts'
import { type Place, placeOf } from './case-place.ts'

/** Number of columns that are shown at first. These are the most influential ones. */
const FIRST = 8

interface Props {
  columns: InputColumn[]
  row: TableRow
  /** Columns, the most influential first. */
  order: string[]
}

/** The position of the row within the training data, column by column. Empty for a model without that information. */
export function CasePlaces({ columns, row, order }: Props) {
  const t = usePhrases(phrases)
  const [isWhole, setWhole] = useState(false)
  const rank = (column: string) => (order.includes(column) ? order.indexOf(column) : order.length)
  const known = columns.filter((input) => placeOf(input, row[input.column]) !== null)
  const sorted = known.toSorted((one, other) => rank(one.column) - rank(other.column))
  if (sorted.length === 0) return null
  return (
    <>
      <h3>{t('place.title')}</h3>
      <p className="t-soft">{t('place.note')}</p>
      <ul className={styles.places}>
        {sorted.slice(0, isWhole ? undefined : FIRST).map((input) => (
          <CasePlace key={input.column} input={input} value={row[input.column]} />
        ))}
      </ul>
      {sorted.length > FIRST && (
        <Button size="small" style={{ alignSelf: 'flex-start' }} onClick={() => setWhole(!isWhole)}>
          {isWhole ? t('place.fewer') : t('place.all', { count: sorted.length })}
        </Button>
      )}
    </>
  )
}

function CasePlace({ input, value }: { input: InputColumn; value: TableRow[string] | undefined }) {
  const textOf = useCellText()
  const placeText = usePlaceText()
  const place = placeOf(input, value)
  if (!place) return null
  return (
    <li>
      <span>
        {input.column}: <strong className="t-num">{textOf(value)}</strong>
      </span>
      <PlacePicture place={place} />
      <span className="t-soft">{placeText(input, value, place)}</span>
    </li>
  )
}

/** Returns a function that describes a column's chart in words. */
function usePlaceText(): (input: InputColumn, value: TableRow[string] | undefined, place: Place) => string {
  const t = usePhrases(phrases)
  const outsideText = useOutsideText()
  const countText = useShownCount()
  return (input, value, { below, same, mark }) => {
    const outside = outsideOf(input, value)
    if (outside) return outsideText(outside)
    if (below !== null) return t('place.below', { share: `${Math.round(below * 100)}%` })
    if (same && (value ?? '') !== '') {
      const { count, rows } = same
      const named = { count: countText(count), rows: rows ?? 0 }
      const isOther = !input.categories?.includes(String(value).trim())
      return t(isOther ? 'place.other' : rows === null ? 'place.same.some' : 'place.same', named)
    }
    return mark === null || (value ?? '') === '' ? t('place.missing') : ''
  }
}

const [WIDTH, HEIGHT] = [160, 32]

function PlacePicture({ place: { bars, mark } }: { place: Place }) {
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} width={WIDTH} height={HEIGHT} aria-hidden="true">
      {bars.map(({ from, to, height }) => (
        <rect
          key={from}
          x={from * WIDTH}
          y={HEIGHT - 1 - height * (HEIGHT - 8)}
          width={Math.max(1, (to - from) * WIDTH - 1)}
          height={height * (HEIGHT - 8)}
          fill="var(--t-accent)"
          opacity={0.4}
        />
      ))}
      <line x1={0} x2={WIDTH} y1={HEIGHT - 0.5} y2={HEIGHT - 0.5} stroke="var(--t-line-strong)" />
      {mark !== null && (
        <>
          <line x1={mark * WIDTH} x2={mark * WIDTH} y1={4} y2={HEIGHT} stroke="var(--t-warning)" strokeWidth={2} />
          <path d={`M${mark * WIDTH - 4},0 h8 l-4,6 z`} fill="var(--t-warning)" />
        </>
      )}
    </svg>
  )
}
