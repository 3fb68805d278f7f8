import type { Entity } from '@tessera/contract'
import { Fragment } from 'react'
import { usePhrases } from '../../lib/i18n.ts'
import { kindPhrases } from '../phrases.ts'
import { type EntityLook, entityLooks } from './entity-look.ts'
import { type Span, spansOfEntities } from './tagged.ts'
import styles from './texts.module.css'

type Looks = ReadonlyMap<string, EntityLook>

/** A text with what is named in it. Each kind looks the same wherever `kinds` are the same. */
export function MarkedText({ text, entities, kinds }: { text: string; entities: Entity[]; kinds: string[] }) {
  return (
    <p className={styles.text}>
      <MarkedSpans spans={spansOfEntities(text, entities)} looks={entityLooks(kinds)} />
    </p>
  )
}

export function MarkedSpans({ spans, looks }: { spans: Span[]; looks: Looks }) {
  return spans.map(({ text, entity, gap }, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a text's runs have no other name and never change
    <Fragment key={index}>
      {entity === null ? (
        text
      ) : (
        <mark className={styles.entity} style={markStyle(looks.get(entity))}>
          {`${text}\u00a0`}
          <small>{entity}</small>
        </mark>
      )}
      {gap}
    </Fragment>
  ))
}

/** Which kind is marked how. */
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
