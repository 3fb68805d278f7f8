import type { Entity } from '@tessera/contract'
import { Fragment } from 'react'
import { usePhrases } from '../../lib/i18n.ts'
import { kindPhrases } from '../phrases.ts'
import { type EntityLook, entityLooks } from './entity-look.ts'
import { type Span, spansOfEntities } from './tagged.ts'
import styles from './texts.module.css'

type Looks = ReadonlyMap<string, EntityLook>

/** The selected entity, whose explanation is shown, and a function that selects an entity. */
export interface Asking {
  selected: number | null
  onAsk: (place: number) => void
}

interface MarkedTextProps {
  text: string
  entities: Entity[]
  kinds: string[]
  /** The selected mark. Present only if the user can ask for the explanation of a mark. */
  asking?: Asking | undefined
}

/** A text with its entities marked. Texts with equal `kinds` show each entity type in the same way. */
export function MarkedText({ text, entities, kinds, asking }: MarkedTextProps) {
  return (
    <p className={styles.text}>
      <MarkedSpans spans={spansOfEntities(text, entities)} looks={entityLooks(kinds)} asking={asking} />
    </p>
  )
}

export function MarkedSpans({ spans, looks, asking }: { spans: Span[]; looks: Looks; asking?: Asking | undefined }) {
  return spans.map(({ text, entity, gap, place = null }, index) => {
    const mark = entity !== null && (
      <mark className={styles.entity} style={markStyle(looks.get(entity))}>
        {`${text}\u00a0`}
        <small>{entity}</small>
      </mark>
    )
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: a text's spans have no other key and never change
      <Fragment key={index}>
        {mark && asking && place !== null ? (
          <button
            type="button"
            className={styles.ask}
            aria-pressed={asking.selected === place}
            onClick={() => asking.onAsk(place)}
          >
            {mark}
          </button>
        ) : (
          mark || text
        )}
        {gap}
      </Fragment>
    )
  })
}

/** The legend of the entity kinds. */
export function EntityLegend({ looks }: { looks: Looks }) {
  const t = usePhrases(kindPhrases)
  if (looks.size === 0) return null
  return (
    <div className="t-row">
      <span className="t-soft">{t('text.entities')}</span>
      {[...looks].map(([entity, look]) => (
        <mark key={entity} className={styles.entity} style={markStyle(look)}>
          {entity}
        </mark>
      ))}
    </div>
  )
}

const markStyle = (look: EntityLook | undefined) =>
  look && { '--entity': look.colour, textDecorationStyle: look.line, textDecorationColor: look.colour }
