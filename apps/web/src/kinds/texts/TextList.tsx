import type { TableRow } from '@tessera/contract'
import { Tag } from 'antd'
import { Fragment, type ReactNode, useState } from 'react'
import { usePhrases } from '../../lib/i18n.ts'
import { kindPhrases } from '../phrases.ts'
import { type EntityLook, entityLooks } from './entity-look.ts'
import { type Span, spansOf, wordsOf } from './tagged.ts'
import styles from './texts.module.css'

/** A page of texts: with their labels, or with the entities marked in them. */
export function TextList({ rows, labelColumns }: { rows: TableRow[]; labelColumns: string[] }) {
  const t = usePhrases(kindPhrases)
  const texts = rows.map((row) => {
    const tokens = wordsOf(row.tokens)
    return { row, spans: tokens && spansOf(tokens, wordsOf(row.tags) ?? []) }
  })
  const looks = entityLooks(texts.flatMap(({ spans }) => spans?.flatMap(({ entity }) => entity ?? []) ?? []))
  const labels = labelColumns.filter((column) => column !== 'tags')
  return (
    <div className="t-stack t-stack-tight">
      {looks.size > 0 && (
        <div className="t-row">
          <span className="t-soft">{t('text.entities')}</span>
          {[...looks].map(([entity, look]) => (
            <mark key={entity} className={styles.entity} style={markStyle(look)}>
              {entity}
            </mark>
          ))}
        </div>
      )}
      <ul className={styles.list}>
        {texts.map(({ row, spans }) => (
          <li key={String(row.id)}>
            <Clamped
              length={spans ? spans.reduce((sum, { text }) => sum + text.length, 0) : String(row.text ?? '').length}
            >
              {spans ? <Tagged spans={spans} looks={looks} /> : String(row.text ?? '')}
            </Clamped>
            {labels.length > 0 && (
              <span className={styles.labels}>
                {labels.map((column) => (
                  <Tag key={column}>
                    {labels.length > 1
                      ? t('text.label', { column, value: valueText(row[column]) })
                      : valueText(row[column])}
                  </Tag>
                ))}
              </span>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}

const valueText = (value: TableRow[string] | undefined) =>
  value === null || value === undefined || value === '' ? '—' : String(value)

function Tagged({ spans, looks }: { spans: Span[]; looks: ReadonlyMap<string, EntityLook> }) {
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

const markStyle = (look: EntityLook | undefined) =>
  look && { '--entity': look.colour, textDecorationStyle: look.line, textDecorationColor: look.colour }

const LONG = 400

/** A long text begins with its first lines and opens on request. */
function Clamped({ length, children }: { length: number; children: ReactNode }) {
  const t = usePhrases(kindPhrases)
  const [isOpen, setOpen] = useState(false)
  return (
    <div>
      <p className={length > LONG && !isOpen ? styles.clamped : styles.text}>{children}</p>
      {length > LONG && (
        <button type="button" className="t-link-button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {t(isOpen ? 'text.less' : 'text.more')}
        </button>
      )}
    </div>
  )
}
