import { labelsIn, type TableRow } from '@tessera/contract'
import { Tag } from 'antd'
import { type ReactNode, useState } from 'react'
import { usePhrases } from '../../lib/i18n.ts'
import { kindPhrases } from '../phrases.ts'
import { entityLooks } from './entity-look.ts'
import { EntityLegend, MarkedSpans } from './Marked.tsx'
import { spansOf, wordsOf } from './tagged.ts'
import styles from './texts.module.css'

/** A page of texts with their labels, or with their entities marked. */
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
      <EntityLegend looks={looks} />
      <ul className={styles.list}>
        {texts.map(({ row, spans }) => (
          <li key={String(row.id)}>
            <Clamped
              length={spans ? spans.reduce((sum, { text }) => sum + text.length, 0) : String(row.text ?? '').length}
            >
              {spans ? <MarkedSpans spans={spans} looks={looks} /> : String(row.text ?? '')}
            </Clamped>
            {labels.length > 0 && (
              <span className={styles.labels}>
                {labels.flatMap((column) =>
                  valuesOf(row[column]).map((value) => (
                    <Tag key={`${column} ${value}`}>
                      {labels.length > 1 ? t('text.label', { column, value }) : value}
                    </Tag>
                  )),
                )}
              </span>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Returns the class, or all labels of a row with several, or a dash if there is no value. */
function valuesOf(value: TableRow[string] | undefined): string[] {
  const values = value === null || value === undefined || value === '' ? [] : labelsIn(String(value))
  return values.length > 0 ? values : ['—']
}

const LONG = 400

/** Shows the first lines of a long text, with a button for the rest. */
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
