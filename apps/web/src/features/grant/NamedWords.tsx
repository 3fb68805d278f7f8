import { MIN_ROWS_NAMED, type Plan, type PlanData, positiveClassOf, tableColumnsOf } from '@tessera/contract'
import { usePhrases } from '../../lib/i18n.ts'
import { grantPhrases } from './phrases.ts'

/** Lists the categories that the plan names for each text column. All other values count as "other". */
export function Categories({ data }: { data: PlanData }) {
  const t = usePhrases(grantPhrases)
  const named = tableColumnsOf({ data }).filter((column) => column.kind === 'categories')
  if (named.length === 0) return null
  return (
    <details className="ticket-small">
      <summary>{t('ticket.categories', { columns: named.length })}</summary>
      <dl className="ticket-words">
        {named.map(({ name, categories }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              {categories.length > 0 ? (
                <Words words={categories} />
              ) : (
                t('ticket.categories.none', { fewest: MIN_ROWS_NAMED })
              )}
            </dd>
          </div>
        ))}
      </dl>
      <p className="t-soft">{t('ticket.categories.other')}</p>
    </details>
  )
}

/**
 * Lists the classes of the label with their codes, or the types of entities and boxes. `row` is the word for one item
 * of the data.
 */
export function Classes({ target, row }: { target: NonNullable<Plan['target']>; row: string }) {
  const t = usePhrases(grantPhrases)
  if (target.kind === 'entities' || target.kind === 'boxes') {
    return (
      <>
        <p className="ticket-small">
          {t(`ticket.${target.kind}`)} <Words words={target.classes} />
        </p>
        {target.kind === 'boxes' && <p className="ticket-small t-soft">{t('ticket.boxes.others')}</p>}
      </>
    )
  }
  if (target.kind !== 'classes' && target.kind !== 'labels') return null
  const positive = target.kind === 'classes' ? positiveClassOf(target.classes) : null
  return (
    <>
      {target.kind === 'labels' && <p className="ticket-small">{t('ticket.labels', { row })}</p>}
      <ol className="ticket-classes ticket-small" start={0} aria-label={t('ticket.classes')}>
        {target.classes.map((name, code) => (
          <li key={name} value={code}>
            <span className="t-mono">{code}</span> {name}
          </li>
        ))}
      </ol>
      {positive !== null && <p className="ticket-small">{t('ticket.positive', { name: positive })}</p>}
    </>
  )
}

function Words({ words }: { words: string[] }) {
  return words.map((word) => (
    <span key={word} className="ticket-column">
      {word}
    </span>
  ))
}
