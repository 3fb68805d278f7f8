import { useQuery } from '@tanstack/react-query'
import type { Entity, Explanation, TableRow } from '@tessera/contract'
import { Skeleton } from 'antd'
import { formatRatio, formatSigned } from '../../../lib/format.ts'
import { usePhrases } from '../../../lib/i18n.ts'
import { ErrorNote } from '../../../ui/index.ts'
import type { AnswerSource } from '../answer-source.ts'
import { whyQuery } from '../api.ts'
import styles from '../inference.module.css'
import { phrases } from '../phrases.ts'
import { TextPieces } from '../results/TextPieces.tsx'

interface Props {
  source: AnswerSource
  row: TableRow
  entity: Entity
  /** The text of the marked entity. */
  name: string
}

/** Explains one marked entity: which words support it, and what else contributes to the model's score. */
export function WhyMark({ source, row, entity: { start, type }, name }: Props) {
  const t = usePhrases(phrases)
  const { data, error, refetch } = useQuery(whyQuery(source, row))
  const found = data?.entities?.find((one) => one.start === start)
  const title = t('why.mark', { name, class: type })
  return (
    <section aria-label={title} aria-live="polite" className="t-stack t-stack-tight">
      <h3>{title}</h3>
      <ErrorNote error={error} onRetry={() => void refetch()} />
      {!data && !error && <Skeleton active paragraph={{ rows: 4 }} />}
      {found && <Terms mark={found} />}
    </section>
  )
}

function Terms({ mark: { type, pieces, neighbours, always } }: { mark: NonNullable<Explanation['entities']>[number] }) {
  const t = usePhrases(phrases)
  const together = pieces.reduce((sum, { effect }) => sum + effect, neighbours + always)
  return (
    <>
      <TextPieces pieces={pieces} words={{ class: type, against: '' }} method="summed" />
      <h4>{t('why.beside')}</h4>
      <ul className={styles.strongest}>
        {(
          [
            ['neighbours', neighbours],
            ['always', always],
            ['together', together],
          ] as const
        ).map(([term, effect]) => (
          <li key={term}>
            <span>{t(`why.term.${term}`)}</span>
            <span className="t-num">{formatSigned(effect)}</span>
            <span />
          </li>
        ))}
      </ul>
      <p>{t('why.together', { ratio: formatRatio(together) })}</p>
    </>
  )
}
